import Feeds
import Glibc
import Programs
import Viewers

/// The program of the sample timeline.
enum TimelineProgram {
  private static let name = "endless-timeline"

  /// Makes this process that program, with the same words and the same environment (execve(2)).
  ///
  /// It is looked for beside this program and in `../libexec/endless`, never on `PATH`: what a guest is
  /// given must not depend on a variable.
  ///
  /// - Throws: that it is missing.
  static func become() throws(Failure) -> Never {
    let folder = (BytePath(linkAt: "/proc/self/exe") ?? BytePath("/usr/local/bin/endless")).parent
    let installed = folder.parent.appending("libexec/endless").appending(name)
    for path in [folder.appending(name), installed] {
      path.withPointer { _ = execv($0, Program.argumentWords) }
    }
    throw .source("\(installed.shown) is missing or cannot be run; install endless again")
  }
}
