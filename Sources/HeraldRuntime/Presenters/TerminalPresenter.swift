public import Herald

/// Shows prompts in a terminal, for programs without windows: a box, and a line for the answer.
///
/// ```swift
/// let herald = Installation(ledger: path, publication: publication, presenter: TerminalPresenter())
/// ```
public struct TerminalPresenter: Presenter {
  private let write: @Sendable (String) -> Void
  private let readLine: @Sendable () async -> String?

  /// Makes a presenter; by default for standard input and output.
  ///
  /// - Parameters:
  ///   - write: prints text, which contains its newlines.
  ///   - readLine: waits for the user's next line and returns it without its newline; nil at the end of input.
  public init(
    write: @escaping @Sendable (String) -> Void = { print($0, terminator: "") },
    readLine: @escaping @Sendable () async -> String? = { Swift.readLine() }
  ) {
    self.write = write
    self.readLine = readLine
  }

  /// Prints the prompt and asks until the answer names one button; nil at the end of input.
  public func present(_ showing: Showing) async -> Button? {
    let buttons = showing.prompt.buttons
    write(PromptBox(showing.prompt).lines.map { $0 + "\n" }.joined())
    while true {
      write(buttons.map(\.rawValue).joined(separator: " / ") + "? ")
      guard let line = await readLine() else { return nil }
      let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      // A prefix is enough where it fits only one button.
      let meant = buttons.filter { !word.isEmpty && $0.rawValue.hasPrefix(word) }
      if meant.count == 1 { return meant[0] }
    }
  }

  /// Prints the destination, because a terminal cannot open it.
  public func follow(_ button: Button, of showing: Showing) async {
    if let destination = showing.destination(of: button) { write("Open \(destination.shown)\n") }
  }
}
