/// A descriptor that a loop waits at, and what is done when something happens there.
public final class DescriptorWatch {
  /// What is waited for.
  public enum Interest: Sendable {
    /// Nothing; the descriptor is passed over.
    case nothing
    /// That the other side goes away, which every other interest tells of, too.
    case hangUp
    /// Bytes to read.
    case input
    /// That bytes can be written.
    case output
  }

  /// What is waited for the next time.
  public var interest: Interest
  let descriptor: Int32
  let handler: () -> Void
  /// Whether the loop forgets it.
  var isRemoved = false

  /// Creates a watch; a loop waits at it once it was added.
  ///
  /// - Parameters:
  ///   - descriptor: open as long as the interest is not `nothing`.
  ///   - interest: what is waited for.
  ///   - handler: what is done. It should bear to be called where nothing has happened, and must not block.
  public init(_ descriptor: Int32, for interest: Interest, handler: @escaping () -> Void) {
    self.descriptor = descriptor
    self.interest = interest
    self.handler = handler
  }
}
