import Foundation
import HeraldQuestions
import HeraldInbox

/// The program that shows long answers a screen at a time, as git has one.
///
/// It is `PAGER`, or else `less` with the options `FRX`: an answer that fits the screen is printed as without a pager.
enum Pager {
  private enum State {
    case idle
    /// The command talks with the person, so nothing may come between.
    case forbidden
    case running(pid_t)
  }

  private static let state = Locked(State.idle)

  static var isRunning: Bool { state.with { if case .running = $0 { true } else { false } } }

  private static var isIdle: Bool { state.with { if case .idle = $0 { true } else { false } } }

  /// Keeps the pager from starting, for a conversation.
  static func forbid() { state.with { $0 = .forbidden } }

  /// Starts the pager, and makes its input the standard output. It does nothing where no person reads that, with
  /// `--no-pager`, and where `NO_PAGER` is set.
  static func start() {
    // Colours and width depend on the terminal, which is not the output any more afterwards.
    guard StandardOutput.isTerminal, isIdle, let command, Style.output.isCapable else { return }
    _ = TerminalWidth.known
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    defer { for end in ends { close(end) } }
    guard let process = spawn(command, reading: ends[0], closing: ends[1]) else { return }
    // An interrupt is for the pager, which stays.
    signal(SIGINT, SIG_IGN)
    dup2(ends[1], 1)
    state.with { $0 = .running(process) }
  }

  /// Ends the pager's input, and waits until the person has left it.
  static func finish() {
    guard case .running(let process) = state.with({ $0 }) else { return }
    state.with { $0 = .idle }
    close(1)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }

  /// Starts a command line of the shell.
  ///
  /// Foundation's `Process` would put it into a process group of its own, which must not read the terminal.
  private static func spawn(_ command: String, reading input: Int32, closing output: Int32) -> pid_t? {
    let environment = ProcessInfo.processInfo.environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }
    var arguments = copies(of: ["sh", "-c", command])
    var variables = copies(of: environment.map { "\($0.key)=\($0.value)" })
    defer { for text in arguments + variables { free(text) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addclose(&actions, output)
    var process: pid_t = 0
    return posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, &variables) == 0 ? process : nil
  }

  /// Texts as C expects a list of them: ended by a null pointer, and freed by the caller.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { (text: String) -> UnsafeMutablePointer<CChar>? in strdup(text) } + [nil]
  }

  /// The command line; nil for none, and for a program that is not installed.
  private static var command: String? {
    let environment = ProcessInfo.processInfo.environment
    guard !CommandLine.arguments.contains("--no-pager"), (environment["NO_PAGER"] ?? "").isEmpty else { return nil }
    let command = environment["PAGER"] ?? "less"
    guard let program = command.split(separator: " ").first, command != "cat" else { return nil }
    let folders = program.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/" }
    return folders.contains { access($0 + program, X_OK) == 0 } ? command : nil
  }
}
