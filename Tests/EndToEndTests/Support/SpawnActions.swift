import Foundation
import Glibc

/// The actions in a new process before its program starts, which set up its streams.
struct SpawnActions: ~Copyable {
  private var actions = posix_spawn_file_actions_t()

  /// Creates an empty list (`posix_spawn_file_actions_init`).
  init() throws(HarnessError) {
    try SystemCall.checkCode(
      "posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
  }

  deinit {
    var actions = actions
    posix_spawn_file_actions_destroy(&actions)
  }

  /// Opens a file as a descriptor of the new process.
  mutating func open(
    _ path: String, as descriptor: Int32, flags: Int32
  ) throws(HarnessError) {
    try SystemCall.checkCode(
      "posix_spawn_file_actions_addopen",
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600))
  }

  /// Makes a descriptor of the new process a copy of another.
  mutating func copy(_ source: Int32, to descriptor: Int32) throws(HarnessError) {
    try SystemCall.checkCode(
      "posix_spawn_file_actions_adddup2",
      posix_spawn_file_actions_adddup2(&actions, source, descriptor))
  }

  /// Closes all descriptors except the standard streams, and starts the program.
  ///
  /// The program leads its own session, with the default mask and dispositions of all signals.
  consuming func spawn(_ launch: Launch) throws(HarnessError) -> ChildProcess {
    try closeOthers()
    var attributes = try SpawnActions.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let variables = launch.completeEnvironment.map { "\($0.key)=\($0.value)" }
    var identifier: pid_t = 0
    let code = SystemCall.withCStrings([launch.program] + launch.arguments) { arguments in
      SystemCall.withCStrings(variables) { environment in
        posix_spawnp(&identifier, launch.program, &actions, &attributes, arguments, environment)
      }
    }
    try SystemCall.checkCode("start of \(launch.program)", code)
    return ChildProcess(identifier: identifier)
  }

  /// Closes the descriptors of the tests; a descriptor that was closed meanwhile is not an error
  /// for glibc.
  private mutating func closeOthers() throws(HarnessError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > 2 {
      try SystemCall.checkCode(
        "posix_spawn_file_actions_addclose",
        posix_spawn_file_actions_addclose(&actions, descriptor))
    }
  }

  private static func attributes() throws(HarnessError) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    try SystemCall.checkCode("posix_spawnattr_init", posix_spawnattr_init(&attributes))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSID is 0x80 in glibc; its macro is not always visible.
    let flags = 0x80 | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }
}

extension SpawnActions {
  /// Connects a standard stream; returns the test's end of it if it is a pipe.
  ///
  /// The program's end is added to `theirs`; the caller must close it once the program is running.
  @Starter
  mutating func connect(
    _ descriptor: Int32, to stream: StandardStream, opening theirs: inout [Int32]
  ) throws(HarnessError) -> Channel? {
    let isInput = descriptor == 0
    switch stream {
    case .terminal:
      return nil
    case .file(let path):
      let flags = isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      try open(path, as: descriptor, flags: flags)
      return nil
    case .pipe:
      let ends = try SystemCall.pipe()
      theirs.append(isInput ? ends.reading : ends.writing)
      let own = isInput ? ends.writing : ends.reading
      let channel = Channel(owning: own)
      try SystemCall.makeNonblocking(own)
      try copy(isInput ? ends.reading : ends.writing, to: descriptor)
      return channel
    }
  }
}
