import CEndless
import CNCurses
import Glibc
import Terminal

/// Checks for resources that the system must provide before a program begins.
public nonisolated enum ProcessResources {
  /// Checks whether the given numbers of threads and descriptors are available, and releases them
  /// again.
  ///
  /// Dispatch waits forever for a thread that it cannot create, and traps if it needs a descriptor
  /// and none is left. Cost: two system calls for each descriptor. Threads are created, at about 60
  /// µs each, only if a limit is low enough to be reached, because `NCursesScreen` detects other
  /// failures while it runs.
  ///
  /// - Parameters:
  ///   - threads: the number of simultaneous threads; more than 16 count as 16.
  ///   - descriptors: the number of simultaneous descriptors.
  /// - Throws: `.noDescriptors` or `.noThreads`, whose description names the limit.
  public static func check(threads: Int, descriptors: Int) throws(NCursesScreenError) {
    guard canOpen(descriptors) else { throw .noDescriptors }
    guard !endless_has_low_limits() || endless_probe_threads(Int32(clamping: threads)) == 0 else {
      throw .noThreads
    }
  }

  /// Makes all threads share one heap, as a screen does, because a separate heap would keep memory
  /// that other threads could use.
  ///
  /// This suits a program with a few threads that mostly wait for a network. Call it before the
  /// first of these threads starts. Cost: one call.
  public static func shareHeap() { endless_share_heap() }

  private static func canOpen(_ count: Int) -> Bool {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { return false }
      taken.append(descriptor)
    }
    return true
  }
}

/// The arguments of the process; unlike `CommandLine`, they are available even without `/proc`.
public nonisolated enum ProcessArguments {
  /// The number of arguments, including the program's name.
  public static var count: Int { Int(endless_argument_count()) }

  /// The arguments as the system stores them, followed by nil; suitable for execv(3), and valid
  /// until the process exits.
  public static var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    endless_arguments() ?? CommandLine.unsafeArgv
  }
}

/// The memory for frames.
enum FrameMemory {
  /// The memory that the first screen needs in addition to its frames (measured with a log shown on
  /// screens of 24×80 and 50×200).
  private static let mostOfTheRest = 256 << 10

  /// Allocates the memory of the first frame in one step: two canvases, `mostOfTheRest` and, if
  /// ncurses may paint, the two screens of ncurses.
  static func prepare(for size: Size, withNCurses: Bool) {
    let glyph = MemoryLayout<Glyph>.stride + MemoryLayout<Style>.stride
    let cell = withNCurses ? MemoryLayout<cchar_t>.stride : 0
    endless_prepare_heap(2 * size.lines * size.columns * (glyph + cell) + mostOfTheRest)
  }
}
