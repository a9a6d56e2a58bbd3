// CEndless is imported for the thread types, which its headers import in a different form than
// Glibc.
import CEndless
import Glibc

/// A separate thread for work that waits for another program, because such work would block a
/// thread of a pool.
package enum WaitingThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The usual stack size in bytes, which is enough for a thread that calls little besides read(2)
  /// and write(2).
  package static let usualStackSize = 256 << 10

  /// Runs a closure on a new thread, which receives no signals, because the main thread handles
  /// them.
  ///
  /// - Throws: an error if the system cannot create a thread.
  package static func start(
    _ name: String, stackSize: Int = usualStackSize, _ run: @escaping @Sendable () -> Void
  ) throws(ProcessError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread: pthread_t = 0
    let work = Unmanaged.passRetained(Work(run))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw ProcessError(name: name, code: code)
    }
  }
}
