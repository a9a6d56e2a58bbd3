import CEventLoop
import Glibc

/// Waiting for the end of programs that were started.
extension MainLoop {
  /// Does something when a child process has ended, which it then takes note of (waitpid(2)).
  ///
  /// Where the system has no descriptors of processes (Linux before 5.3) this waits, and then does it.
  ///
  /// - Parameters:
  ///   - process: a child of this process that nobody else waits for.
  ///   - action: told its status as a shell has it: 128 and the signal's number where one has ended it.
  public func whenEnded(_ process: Int32, _ action: @escaping (_ status: Int) -> Void) {
    let descriptor = endless_process_descriptor(process)
    guard descriptor >= 0 else { return action(Self.status(of: process)) }
    var watch: DescriptorWatch?
    let ended = DescriptorWatch(descriptor, for: .input) { [weak self] in
      if let watch { self?.remove(watch) }
      watch = nil
      close(descriptor)
      action(Self.status(of: process))
    }
    watch = ended
    add(ended)
  }

  private static func status(of process: pid_t) -> Int {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Int(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }
}
