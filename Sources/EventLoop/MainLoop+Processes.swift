import CEndless
import Glibc

/// Waiting for the end of programs that were started.
extension MainLoop {
  /// Does something when a child process has ended; its status is still to be asked for (waitpid(2)).
  ///
  /// Where the system has no descriptors of processes (Linux before 5.3) it is done at once, and asking for
  /// the status waits.
  ///
  /// - Parameters:
  ///   - process: a child of this process.
  ///   - action: called on the main thread, once.
  public func whenEnded(_ process: Int32, _ action: @escaping () -> Void) {
    let descriptor = endless_process_descriptor(process)
    guard descriptor >= 0 else { return action() }
    var watch: DescriptorWatch?
    let ended = DescriptorWatch(descriptor, for: .input) { [weak self] in
      if let watch { self?.remove(watch) }
      watch = nil
      close(descriptor)
      action()
    }
    watch = ended
    add(ended)
  }
}
