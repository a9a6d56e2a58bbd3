import Foundation
import Timeline

/// The sample timeline, opened: its store, its pages with the network's moods, its pictures.
struct TimelineOpening {
  let store: TimelineStore
  let pages: NetworkMoods<TimelineSource>
  let pictures: URL
  /// What its place is kept by.
  let feed: String

  init(options: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    let folder = Folders.data
    feed = "timeline:\(folder.shown)"
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      store = try TimelineStore(
        directory: folder.usable,
        onWait: {
          StandardStreams.complain("endless: waiting for the database of the timeline, up to 5 s\n")
        },
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw Failure(error)
    }
    pages = options.moods(of: store.source())
  }

  /// Opens it for a guest: nothing is written but likes, to the file that is given for them.
  init(for options: SecureOptions, moods: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    feed = "timeline"
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      let likes = try options.likes.map { path throws(TimelineError) in try LikesFile(path: path) }
      store = try TimelineStore(
        forSessionIn: options.posts, notingLikesIn: likes,
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw Failure(error)
    }
    pages = moods.moods(of: store.source())
  }

  private static func assets() throws(Failure) -> URL {
    URL(fileURLWithPath: try Assets.folder()).appending(path: "timeline")
  }
}
