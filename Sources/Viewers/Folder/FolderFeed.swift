import Bytes
import ByteStores
package import Feeds
package import FileSources
import Glibc
package import Paging
package import Records
package import TableUI
import Terminal

/// A folder: a line for each entry, with its kind, size and time; Enter opens the entry.
nonisolated package struct FolderFeed: Feed {
  private let folder: FolderSource

  /// The opener of existing folders.
  package static let opener = FeedOpener { address, _ throws(Failure) in
    guard case .path(let path, .directory, _) = address else { return nil }
    return FolderFeed(path)
  }

  init(_ path: [UInt8]) { folder = FolderSource(path: path) }

  package var title: String { String(decoding: folder.path, as: UTF8.self) }
  package var shortTitle: String? { title.lastPathComponent + "/" }
  package var itemNames: (one: String, many: String) { ("entry", "entries") }
  package var source: any PagingSource<FolderEntry, [UInt8]> { folder }
  /// The defaults for paging: a filter searches the whole folder without a pause, because the names
  /// are in memory.
  package var paging: PagingDefaults { PagingDefaults(stallLimit: .max) }

  @MainActor package func row(of entry: FolderEntry, _ theme: Theme) -> LineCell.Content {
    func text(_ text: String) -> SafeText { SafeText(text, joinsEmoji: theme.joinsEmoji) }
    let name = text(entry.name + entry.kind.sign)
    let target = entry.kind.target.map { text(" -> \($0)") } ?? .empty
    return [
      (SafeText(facts(of: entry)), theme.faint),
      (name, entry.kind.isFolder ? theme.accent : .plain), (target, theme.faint),
    ]
  }

  package func address(of entry: FolderEntry) -> [UInt8]? {
    copied(of: entry)
  }

  /// Returns the path of an entry, for use in other programs.
  package func copied(of entry: FolderEntry) -> [UInt8] {
    folder.path + [UInt8(ascii: "/")] + entry.id
  }

  /// Returns the parts of the row: the facts about the entry, its name, and the target of a link.
  package func texts(of entry: FolderEntry) -> [ArraySlice<UInt8>] {
    [facts(of: entry), entry.name + entry.kind.sign, entry.kind.target ?? ""]
      .filter { !$0.isEmpty }.map { Array($0.utf8)[...] }
  }

  package func line(of entry: FolderEntry) -> String {
    let target = entry.kind.target.map { " -> \($0)" } ?? ""
    return facts(of: entry) + entry.name + entry.kind.sign + target
  }

  package func fields(of entry: FolderEntry) -> [JSONField] {
    [
      JSONField("name", .string(entry.name)), JSONField("type", .string(entry.kind.name)),
      JSONField("size", .number(entry.size)), JSONField("time", .number(entry.time)),
    ] + accessFields(of: entry)
      + (entry.kind.target.map { [JSONField("target", .string($0))] } ?? [])
  }

  /// Returns the fields for permissions, owner and group; empty for an entry that cannot be
  /// examined, because access to it is denied or because it was removed.
  private func accessFields(of entry: FolderEntry) -> [JSONField] {
    [
      entry.permissions.map { JSONField("permissions", .string(Permissions($0).description)) },
      entry.owner.map { JSONField("owner", .string(AccountNames.users[$0])) },
      entry.group.map { JSONField("group", .string(AccountNames.groups[$0])) },
    ].compactMap { $0 }
  }

  /// Returns the columns before the name.
  private func facts(of entry: FolderEntry) -> String {
    let size = entry.kind.hasSize ? "\(ByteCount(entry.size))" : "-"
    return "\(entry.kind.letter) \(size.padded(to: 9))  \(LocalTime(entry.time))  "
  }
}

nonisolated extension FolderEntry.Kind {
  /// The letter at the start of a line of `ls -l`, which is `c` for any device here.
  fileprivate var letter: Character {
    switch self {
    case .file: "-"
    case .folder: "d"
    case .link: "l"
    case .pipe: "p"
    case .socket: "s"
    case .device: "c"
    case .unknown: "?"
    }
  }

  fileprivate var name: String {
    switch self {
    case .file: "file"
    case .folder: "folder"
    case .link: "link"
    case .pipe: "pipe"
    case .socket: "socket"
    case .device: "device"
    case .unknown: "unknown"
    }
  }

  /// The suffix of a name: a slash for a folder, as in `ls -p`, or for a link to a folder.
  fileprivate var sign: String { isFolder ? "/" : "" }

  fileprivate var isFolder: Bool {
    switch self {
    case .folder, .link(_, isFolder: true): true
    default: false
    }
  }

  fileprivate var target: String? { if case .link(let target, _) = self { target } else { nil } }

  /// Whether the size is meaningful, as for a file, but not for a folder, pipe, socket or device.
  fileprivate var hasSize: Bool {
    switch self {
    case .file, .link(_, isFolder: false): true
    default: false
    }
  }
}

nonisolated extension String {
  fileprivate func padded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
