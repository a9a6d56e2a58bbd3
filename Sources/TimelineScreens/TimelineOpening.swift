package import Feeds
import Foundation
import Paging
package import Programs
import Timeline
import Viewers

/// The opened sample timeline: its store, its pictures, and the simulated network.
nonisolated package struct TimelineOpening {
  let store: TimelineStore
  let pictures: URL
  /// The sizes of the pictures of loaded posts.
  let sizes: PictureSizes
  /// The name under which the position is stored; nil for a guest.
  let identity: String?
  /// How long scrolling must pause before a picture is drawn; without such a pause, pictures delay
  /// the text over a network.
  let pictureRest: Duration
  private let network: TimelineOptions

  package init(options: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    sizes = PictureSizes(folder: pictures)
    network = options
    let folder = Folders.data
    identity = "timeline:\(folder.shown)"
    pictureRest = Environment.value("SSH_CONNECTION") == nil ? .zero : .milliseconds(150)
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      store = try TimelineStore(
        directory: folder.usable,
        onWait: {
          StandardError.tell("waiting for the database of the timeline, up to 5 s")
        },
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the timeline for a guest; only likes are written, to the given file.
  package init(for options: SecureOptions, network: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    sizes = PictureSizes(folder: pictures)
    self.network = network
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
  }

  /// A source of the posts through the simulated network; the sizes of their pictures are read with
  /// each page.
  func pages(
    matching filter: PostFilter = PostFilter(), clock: any Clock<Duration> = ContinuousClock()
  ) -> some PagingSource<Post, TimelineSource.Cursor> {
    SimulatedNetwork(
      store.source().matching(filter), latency: .milliseconds(network.latency),
      failEvery: network.failEvery == 0 ? nil : network.failEvery, clock: clock
    ).map { [sizes] post in
      if let picture = post.picture { sizes.read(picture) }
      return post
    }
  }

  private static func assets() throws(Failure) -> URL {
    // Dispatch looks for threads in this folder, and crashes if it is missing; GRDB uses Dispatch.
    guard BytePath("/proc/self/task").exists else {
      throw .source("the sample timeline needs /proc, which is not mounted here")
    }
    return try folder()
  }

  private static func folder() throws(Failure) -> URL {
    URL(fileURLWithPath: try Assets.folder()).appending(path: "timeline")
  }
}

nonisolated extension Failure {
  /// Creates a failure from an error of the timeline.
  init(_ error: TimelineError) {
    self = error.isRetryable ? .passing(error.description) : .source(error.description)
  }
}

/// The files that belong to the program; they are below the prefix of an installed program, or in
/// the checkout of a build.
nonisolated enum Assets {
  /// The folder that contains `timeline`.
  static func folder() throws(Failure) -> String {
    let program =
      BytePath.program ?? BytePath("/usr/local/libexec/endless/timeline")
    let candidates = ancestors(of: program.parent).flatMap {
      [$0.appending("share/endless"), $0.appending("Assets")]
    }
    guard let found = candidates.first(where: isComplete) else {
      throw .source("the sample posts of \(program.shown) are missing; install endless again")
    }
    return found.usable
  }

  private static func isComplete(_ folder: BytePath) -> Bool {
    folder.appending("timeline/posts.json").exists
  }

  /// The possible folders: a build is at most four folders below its checkout, and an installed
  /// program two folders below its prefix.
  private static func ancestors(of folder: BytePath) -> [BytePath] {
    var found = [folder]
    for _ in 0..<4 { found.append(found[found.count - 1].parent) }
    return found
  }
}
