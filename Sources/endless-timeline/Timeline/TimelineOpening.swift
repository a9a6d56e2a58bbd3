import Foundation
import Programs
import Timeline
import Viewers

/// The sample timeline, opened: its store, its pages through a simulated network, its pictures.
nonisolated struct TimelineOpening {
  let store: TimelineStore
  let pages: PicturedSource
  let pictures: URL
  /// What its place is kept by; nil for a guest, for whom none is.
  let identity: String?
  /// How long the reader must rest before a picture is drawn: over a network it takes the way of what
  /// is read.
  let pictureRest: Duration

  init(options: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    let folder = Folders.data
    identity = "timeline:\(folder.shown)"
    pictureRest = Environment.value("SSH_CONNECTION") == nil ? .zero : .milliseconds(150)
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
    pages = PicturedSource(
      posts: SimulatedNetwork(store.source(), options), sizes: PictureSizes(folder: pictures))
  }

  /// Opens it for a guest: nothing is written but likes, to the file that is given for them.
  init(for options: SecureOptions, moods: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    (identity, pictureRest) = (nil, .milliseconds(150))
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      let likes = try options.likes.map { path throws(TimelineError) in try LikesFile(path: path) }
      store = try TimelineStore(
        forSessionIn: options.posts, notingLikesIn: likes,
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw Failure(error)
    }
    pages = PicturedSource(
      posts: SimulatedNetwork(store.source(), moods), sizes: PictureSizes(folder: pictures))
  }

  private static func assets() throws(Failure) -> URL {
    URL(fileURLWithPath: try Assets.folder()).appending(path: "timeline")
  }
}

nonisolated extension SimulatedNetwork<TimelineSource> {
  /// A source behind the network that the command line asks for.
  fileprivate convenience init(_ source: TimelineSource, _ options: TimelineOptions) {
    self.init(
      source, latency: .milliseconds(options.latency),
      failEvery: options.failEvery == 0 ? nil : options.failEvery)
  }
}

nonisolated extension Failure {
  /// The timeline cannot be opened, or a like cannot be kept.
  init(_ error: TimelineError) {
    self = error.isRetryable ? .passing(error.description) : .source(error.description)
  }
}
