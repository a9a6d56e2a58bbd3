import Foundation

/// What this process holds open of a folder, as /proc tells.
struct OpenFiles {
  private let path: String
  private let inode: Int

  init(in folder: TemporaryDirectory) throws {
    path = folder.path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    inode = (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
  }

  /// Descriptors that hear of it (proc(5), /proc/pid/fdinfo).
  var watches: Int {
    let mark = " ino:\(String(inode, radix: 16)) "
    return names("/proc/self/fdinfo").count { name in
      (try? String(contentsOfFile: name, encoding: .utf8))?
        .split(separator: "\n").contains { $0.hasPrefix("inotify") && $0.contains(mark) } ?? false
    }
  }

  /// Descriptors of files in it.
  var files: Int {
    names("/proc/self/fd").count { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: name))?.hasPrefix(path) ?? false
    }
  }

  private func names(_ folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).map { "\(folder)/\($0)" }
  }
}
