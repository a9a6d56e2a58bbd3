import CEndless
import Glibc
import Terminal

/// What the system has to give before a program begins.
public nonisolated enum ProcessResources {
  /// Finds out whether so much can be had, and gives it back.
  ///
  /// Dispatch waits for ever for a thread that it cannot have, and traps where it needs a descriptor and
  /// none is left. Cost: two calls of the system a descriptor; some 60 µs a thread where a limit is low
  /// enough to be reached, and else none, because `NCursesScreen` notices the rest while it runs.
  ///
  /// - Parameters:
  ///   - threads: at a time; more than 16 count as 16.
  ///   - descriptors: at a time.
  /// - Throws: `.noDescriptors` or `.noThreads`, whose description names the limit to look at.
  public static func check(threads: Int, descriptors: Int) throws(NCursesScreenError) {
    guard canOpen(descriptors) else { throw .noDescriptors }
    guard !endless_has_low_limits() || endless_probe_threads(Int32(clamping: threads)) == 0 else {
      throw .noThreads
    }
  }

  /// Lets all threads share one heap, as a screen does, because a heap for each would keep memory that the others could use.
  ///
  /// For a program with a few threads that wait for a network more than for the heap; called before the first of them.
  /// Costs a call.
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

/// The words by which the process was started, also where there is no `/proc`, in which `CommandLine` has none.
public nonisolated enum ProcessArguments {
  /// How many there are, the program's name among them.
  public static var count: Int { Int(endless_argument_count()) }

  /// The words, as the system has them, with nil behind the last one; good for execv(3), and there until the process
  /// ends.
  public static var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    endless_arguments() ?? CommandLine.unsafeArgv
  }
}

/// The memory of frames.
enum FrameMemory {
  /// Bytes that a first screen takes for everything else (measured: a log in 24×80 and in 50×200).
  private static let mostOfTheRest = 256 << 10

  /// Takes the memory of a first frame at once: two canvases and what is shown in them.
  static func prepare(for size: Size) {
    endless_prepare_variables()
    let glyphs = size.lines * size.columns
    let canvas = glyphs * (MemoryLayout<Glyph>.stride + MemoryLayout<Style>.stride)
    endless_prepare_heap(2 * canvas + mostOfTheRest)
  }
}
