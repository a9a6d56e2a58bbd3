import ArgumentParser
import Paging

/// The numbers of the list.
struct PagingOptions: ParsableArguments {
  static let usualPageSize = 50
  static let usualPatience = 30

  @Option(help: ArgumentHelp("Items asked for in one load (50).", valueName: "n"))
  var pageSize: Int = usualPageSize

  @Option(
    help: ArgumentHelp(
      "Load the next page so many items before the last drawn row; 0: with it (half a page, further "
        + "ahead where you go fast).",
      valueName: "n"))
  var prefetch: Int?

  @Option(
    help: ArgumentHelp(
      "Items held in memory (2000; of a file 300 lines); what is far away is dropped, and loaded "
        + "again.",
      valueName: "n"))
  var keep: Int?

  @Option(
    help: ArgumentHelp(
      "Stop loading by itself after so many requests; a key continues.", valueName: "n"))
  var maxRequests: Int?

  @Option(
    help: ArgumentHelp(
      "How long a failing load is tried again by itself (30).", valueName: "seconds"))
  var retryFor: Int = usualPatience

  /// What is not said follows from what is.
  ///
  /// - Parameters:
  ///   - usual: how many items are held if it is not said.
  ///   - least: how many items ahead a load starts at least; half a page if not said.
  func configuration(
    keeping usual: Int = 2_000, ahead least: Int? = nil
  ) throws -> PagerConfiguration {
    let distance = prefetch ?? least ?? max(0, pageSize / 2)
    let (enough, overflow) = pageSize.addingReportingOverflow(distance &* 2)
    guard (0...86_400).contains(retryFor) else {
      throw ValidationError("to retry for \(retryFor) s is out of range; it must be 0 to 86400")
    }
    do throws(PagerConfigurationError) {
      var configuration = try PagerConfiguration(
        pageSize: pageSize, prefetchDistance: prefetch ?? least,
        keep: keep ?? (overflow ? usual : max(usual, enough)),
        retry: RetryPolicy(limit: .seconds(retryFor)), maxRequests: maxRequests)
      configuration.followsReader = prefetch == nil
      return configuration
    } catch {
      throw ValidationError(error.description)
    }
  }
}
