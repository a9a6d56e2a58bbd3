import ByteStores
import EventLoop
import Feeds

/// The marks of one file: those of this run, and those that any other run has kept.
final class FileMarks {
  /// What was set in this run, forgotten marks too.
  private var own: [Unicode.Scalar: Mark] = [:]
  /// Those of them that are not kept yet.
  private var unkept: [Mark] = []
  private let saved: SavedMarks?
  /// A thread of its own, because another program may hold the kept marks for a moment.
  private lazy var executor = BackgroundExecutor()

  /// - Parameter saved: where they are kept, if they are.
  init(keptIn saved: SavedMarks?) { self.saved = saved }

  /// The bytes before the line that a letter marks; nil where it marks none.
  ///
  /// Those of other runs are read each time, because one of them may have set it just now.
  func bytes(at letter: Unicode.Scalar, in file: FileStore) async -> Int? {
    if let mark = own[letter] { return mark.bytes }
    guard let saved else { return nil }
    return await withTaskExecutorPreference(executor) {
      await Self.kept(of: file, in: saved)[letter]
    }
  }

  /// Sets a mark, or forgets it.
  ///
  /// - Parameter onFailure: told why it cannot be kept for other runs; it is tried again at the end.
  func set(_ mark: Mark, in file: FileStore, onFailure: @escaping (String) -> Void) {
    own[mark.letter] = mark
    guard let saved else { return }
    unkept = unkept.filter { $0.letter != mark.letter } + [mark]
    executor.task { [weak self] in
      do {
        try await Self.keep(mark, of: file, in: saved)
        self?.unkept.removeAll { $0 == mark }
      } catch {
        onFailure("\(error)")
      }
    }
  }

  /// Keeps what is not kept yet, and where the reader leaves the file; called at the end, and waits.
  ///
  /// - Throws: what the system says where nothing can be written.
  func keep(leftAt bytes: Int?, in file: FileStore) throws {
    // Who leaves at the start leaves what another run has kept.
    let left = bytes.flatMap { $0 > 0 ? Mark(Mark.left, at: $0) : nil }
    let marks = unkept + [left].compactMap { $0 }
    guard let saved, !marks.isEmpty, let name = Self.name(of: file) else { return }
    try saved.keep(marks, of: name)
  }

  @concurrent private static func kept(
    of file: FileStore, in saved: SavedMarks
  ) async -> [Unicode.Scalar: Int] {
    name(of: file).map(saved.marks) ?? [:]
  }

  @concurrent private static func keep(
    _ mark: Mark, of file: FileStore, in saved: SavedMarks
  ) async throws {
    guard let name = name(of: file) else { return }
    try saved.keep([mark], of: name)
  }

  /// What is kept of a file is kept under this: its path, whatever it was opened by.
  nonisolated static func name(of file: FileStore) -> String? {
    file.resolvedPath.map { String(decoding: $0, as: UTF8.self) }
  }
}
