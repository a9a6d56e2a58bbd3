import Foundation

/// The viewer in a separate process, whose environment variables a test chooses.
enum Viewer {
  struct End {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs the viewer; its output has the plain form, because standard output is a pipe.
  static func run(_ arguments: [String], _ environment: [String: String]) throws -> End {
    let (program, output, errors) = (Process(), Pipe(), Pipe())
    program.executableURL = URL(filePath: try BuiltProgram.path(of: "endless-connect"))
    program.arguments = arguments
    program.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"].merging(environment) {
      $1
    }
    program.standardInput = FileHandle.nullDevice
    (program.standardOutput, program.standardError) = (output, errors)
    try program.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return End(status: program.terminationStatus, output: text, errors: said)
  }
}
