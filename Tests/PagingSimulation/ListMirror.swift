package import Paging

/// A copy of a list that is told nothing but what has changed.
package struct ListMirror: Sendable {
  package private(set) var entries: [PagerEntry<Post>] = []
  /// What is not as an update says, as an entry that is told to go and is another one.
  package private(set) var fault: String?

  package mutating func take(_ update: PagerUpdate<Post>) {
    let difference = update.difference
    for place in difference.removed where entries[place.index].id != place.id {
      fault = "\(place) does not stand where it goes from"
    }
    for move in difference.moved where entries[move.from].id != move.id {
      fault = "\(move) does not stand where it moves from"
    }
    for place in difference.indicesToRemove.reversed() { entries.remove(at: place) }
    for place in difference.indicesToInsert {
      guard let entry = update.entries[place] else { return fault = "nothing is told of \(place)" }
      entries.insert(entry, at: place)
    }
    for place in difference.changed {
      if let entry = update.entries[place] { entries[place] = entry }
    }
    if entries.count != difference.count { fault = "\(entries.count), not \(difference.count)" }
  }

  /// Whether it is what a machine holds, each item in its newest version.
  package func isCopy(of machine: PagerMachine<Post, Int>) -> Bool {
    fault == nil && entries.count == machine.count
      && entries.indices.allSatisfy {
        entries[$0].id == machine[$0].id && entries[$0].item == machine[$0].item
      }
  }
}
