import Foundation
import Timeline

/// The sample timeline, opened: its store, its pages with the network's moods, its pictures.
struct TimelineOpening {
  let store: TimelineStore
  let pages: NetworkMoods<TimelineSource>
  let pictures: URL
  /// What its place is kept by.
  let feed: String

  init(options: TimelineOptions, environment: [String: String]) throws(Failure) {
    let assets = try Assets.folder().appending(path: "timeline")
    pictures = assets.appending(path: "pictures")
    let folder = Folders.data(environment)
    feed = "timeline:\(folder.path)"
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      store = try TimelineStore(
        directory: folder.path,
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw .source(error.description)
    }
    pages = NetworkMoods(
      store.source(), latency: .milliseconds(options.latency),
      failEvery: options.failEvery == 0 ? nil : options.failEvery)
  }
}
