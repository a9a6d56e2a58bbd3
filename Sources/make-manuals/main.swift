import EventLoop
import Foundation
import Manuals

// Writes the man pages and completions from the tables of options and keys: make-manuals FOLDER.
// With --check it writes nothing, and reports files that differ from the tables.

let words = CommandLine.arguments.dropFirst()
guard let folder = words.last, folder != "--check" else {
  tell("usage: make-manuals [--check] FOLDER")
  exit(2)
}
// Screens require the main thread, which an asynchronous main would not keep.
let task = Task {
  do {
    let manuals = try await ManualSet.all()
    exit(try words.first == "--check" ? check(manuals, in: folder) : write(manuals, to: folder))
  } catch {
    tell("\(error)")
    exit(1)
  }
}
try MainLoop().run { false }

func tell(_ text: String) { FileHandle.standardError.write(Data("make-manuals: \(text)\n".utf8)) }

func check(_ manuals: ManualSet, in folder: String) -> Int32 {
  let faults = manuals.faults { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
  for fault in faults { tell(fault) }
  return faults.isEmpty ? 0 : 1
}

func write(_ manuals: ManualSet, to folder: String) throws -> Int32 {
  for (path, text) in manuals.files {
    let file = URL(fileURLWithPath: folder).appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  return 0
}
