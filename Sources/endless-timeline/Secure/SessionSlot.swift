import Feeds
import Foundation
import Viewers

/// One of a number of places for sessions, taken as long as it is held.
///
/// A slot is a file that is locked (flock(2)): the kernel lets go of it however the process ends,
/// so that no slot is ever lost.
final class SessionSlot {
  private let descriptor: Int32

  /// Takes the first free slot.
  ///
  /// Cost: a file opened for each slot that is taken.
  ///
  /// - Parameters:
  ///   - folder: where the slots are; its files are made as they are needed.
  ///   - count: how many there are.
  /// - Throws: where all are taken, or the folder cannot be used.
  init(in folder: String, of count: Int) throws(Failure) {
    var (isAnyTaken, code): (Bool, Int32) = (false, 0)
    for number in 1...count {
      let path = "\(folder)/slot-\(number)"
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      // One that is of no use, as another user's, is one place less; without a folder all are.
      guard file >= 0 else {
        code = errno
        if code == ENOENT || code == ENOTDIR { break }
        continue
      }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        descriptor = file
        return
      }
      isAnyTaken = true
      close(file)
    }
    throw isAnyTaken
      ? .source("all \(count) sessions are in use; try again later")
      : .source("cannot count the sessions: \(String(cString: strerror(code)))")
  }

  deinit { close(descriptor) }
}
