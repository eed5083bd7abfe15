public import Herald

/// Shows prompts in a terminal, for programs without windows: a box, and a line in which the user answers.
public struct TerminalPresenter: Presenter {
  private let write: @Sendable (String) -> Void
  private let readLine: @Sendable () async -> String?

  /// - Parameters:
  ///   - write: puts text on the terminal, newlines included.
  ///   - readLine: waits for the user's next line, its newline left out; nil at the end of input.
  public init(
    write: @escaping @Sendable (String) -> Void = { print($0, terminator: "") },
    readLine: @escaping @Sendable () async -> String? = { Swift.readLine() }
  ) {
    self.write = write
    self.readLine = readLine
  }

  public func present(_ showing: Showing) async -> Button? {
    let buttons = showing.prompt.buttons
    write(PromptBox(showing.prompt).lines.map { $0 + "\n" }.joined())
    while true {
      write(buttons.map(\.rawValue).joined(separator: " / ") + "? ")
      guard let line = await readLine() else { return nil }
      let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      // The first letters are enough where they name one button.
      let meant = buttons.filter { !word.isEmpty && $0.rawValue.hasPrefix(word) }
      if meant.count == 1 { return meant[0] }
    }
  }

  /// Says where the destination is: a terminal opens nothing.
  public func follow(_ button: Button, of showing: Showing) async {
    guard button == .update || button == .open, let destination = showing.prompt.destination else { return }
    write("Open \(destination.string.shown)\n")
  }
}
