/// How a new timeline is filled.
package struct FillPlan: Hashable, Sendable {
  /// Posts that a new timeline gets.
  package var total: Int
  /// Posts of the first batch: few, so that the first page need not wait.
  package var firstBatch: Int
  /// Posts of the other batches: many, because each costs a transaction.
  package var batch: Int
  /// Whether the fill goes on by itself, not only as pages wait for it.
  package var goesOnByItself: Bool

  /// Creates a plan.
  package init(
    total: Int = 100_000, firstBatch: Int = 200, batch: Int = 5_000, goesOnByItself: Bool = true
  ) {
    self.total = total
    self.firstBatch = firstBatch
    self.batch = batch
    self.goesOnByItself = goesOnByItself
  }
}
