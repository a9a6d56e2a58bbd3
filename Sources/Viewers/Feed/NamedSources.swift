package import TableUI

/// The sources that a reader has named, of which one is shown at a time.
package final class NamedSources {
  /// Their names, but for those that could not be opened.
  private(set) var names: [[UInt8]]
  /// Which one is shown, from 0.
  private(set) var index = 0
  /// The screens of those that were shown, each where the reader left it.
  private var screens: [Int: any ViewController] = [:]

  package init(_ names: [[UInt8]]) { self.names = names }

  /// As the status line says it; nil where there is only one.
  var description: String? { names.count > 1 ? "\(index + 1) of \(names.count)" : nil }

  /// The one some steps further, if there is one.
  func index(after step: Int) -> Int? {
    names.indices.contains(index + step) ? index + step : nil
  }

  /// Its screen, if it was shown before.
  func screen(of index: Int) -> (any ViewController)? { screens[index] }

  /// A screen is shown now, and kept for when the reader comes back.
  package func note(_ screen: any ViewController, at index: Int) {
    (screens[index], self.index) = (screen, index)
  }

  /// One that cannot be opened is passed over from now on.
  func remove(_ index: Int) {
    names.remove(at: index)
    screens = [Int: any ViewController](
      uniqueKeysWithValues: screens.map { ($0.key > index ? $0.key - 1 : $0.key, $0.value) })
    if self.index > index { self.index -= 1 }
  }
}
