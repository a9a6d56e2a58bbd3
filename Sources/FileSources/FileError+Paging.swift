public import ByteStores
public import Paging

extension FileError {
  /// The same for a list, which decides by it whether to try again.
  public var pagingError: PagingError { PagingError(description, isRetryable: isRetryable) }
}
