public import Herald

/// One showing of a prompt on the screen.
public struct Showing: Sendable, Identifiable {
  /// The id of this showing in the installation's events.
  public let id: ExactString
  /// The prompt that is shown.
  public let prompt: Prompt

  /// Makes a showing, such as for a presenter's test.
  public init(id: ExactString, prompt: Prompt) {
    self.id = id
    self.prompt = prompt
  }

  /// The address that a button opens; nil for a button that opens nothing.
  func destination(of button: Button) -> String? {
    button == .update || button == .open ? prompt.destination?.string : nil
  }
}

/// Shows prompts on a screen.
///
/// ```swift
/// struct ConsolePresenter: Presenter {
///   func present(_ showing: Showing) async -> Button? {
///     print(PromptWords(showing.prompt).message)
///     return showing.prompt.buttons.first
///   }
///   func follow(_ button: Button, of showing: Showing) async {
///     print(showing.prompt.destination?.string ?? "")
///   }
/// }
/// ```
///
/// An ``Installation`` calls it with one prompt at a time, after the showing is in the ledger.
public protocol Presenter: Sendable {
  /// Shows a prompt until the user chooses a button.
  ///
  /// - Returns: the button; nil where the prompt vanished without an answer, or could not be shown.
  func present(_ showing: Showing) async -> Button?

  /// Performs a button's action, such as opening the destination. It is called after the choice is in the ledger, because
  /// the system may end the app while the store opens.
  func follow(_ button: Button, of showing: Showing) async
}

/// Draws a prompt for a terminal: a box with title, text and buttons.
public struct PromptBox: Sendable {
  private let words: PromptWords
  private let kind: PromptKind
  /// Columns between the borders.
  private let width: Int

  /// Makes a box.
  ///
  /// - Parameters:
  ///   - prompt: the prompt to draw.
  ///   - columns: the width with borders, at least 24.
  public init(_ prompt: Prompt, columns: Int = 64) {
    words = PromptWords(prompt)
    kind = prompt.kind
    width = max(24, columns) - 4
  }

  /// The lines without colours. Control characters of the prompt's texts are made visible.
  public var lines: [String] {
    var inside = wrapped(words.title) + [""] + wrapped(words.message)
    for detail in words.details { inside += [""] + wrapped(detail) }
    inside += [""] + buttons
    let bar = String(repeating: "─", count: width + 2)
    return ["╭\(bar)╮"] + inside.map { "│ \($0)\(String(repeating: " ", count: max(0, width - $0.columns))) │" }
      + ["╰\(bar)╯"]
  }

  /// The buttons with their titles, as many in a line as fit.
  private var buttons: [String] {
    words.buttons.reduce(into: [String]()) { lines, button in
      let text = "[ \(button.title.shown) ]"
      if let last = lines.last, last.columns + 2 + text.columns <= width {
        lines[lines.count - 1] = last + "  " + text
      } else {
        lines.append(contentsOf: wrapped(text))
      }
    }
  }

  /// The lines of a text, wrapped at blanks, and within words that are longer than a line.
  private func wrapped(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ").map({ String($0).shown }) {
        let last = lines[lines.count - 1]
        if last.isEmpty || last.columns + 1 + word.columns <= width {
          lines[lines.count - 1] = last.isEmpty ? word : last + " " + word
        } else {
          lines.append(word)
        }
        lines.append(contentsOf: pieces(of: lines.removeLast()))
      }
      return lines
    }
  }

  /// The pieces of a line that is too long.
  private func pieces(of line: String) -> [String] {
    var pieces = [""]
    var used = 0
    for scalar in line.unicodeScalars {
      if used + scalar.columns > width {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].unicodeScalars.append(scalar)
      used += scalar.columns
    }
    return pieces
  }
}

/// The texts of a prompt for a screen: its document's, and Herald's own in the device's language for the rest.
///
/// ```swift
/// let words = PromptWords(showing.prompt)
/// let text = ([words.message] + words.details).joined(separator: "\n\n")
/// ```
public struct PromptWords: Sendable {
  /// The title.
  public let title: String
  /// The message below the title.
  public let message: String
  /// Paragraphs below the message: release notes and warnings, where the document has them.
  public let details: [String]
  /// The buttons with their titles, in their order.
  public let buttons: [(button: Button, title: String)]

  /// Collects the texts of a prompt.
  public init(_ prompt: Prompt) {
    title = prompt.title
    message = prompt.message
    details = [prompt.whatIsNew, prompt.warnings].compactMap { $0 }
    buttons = prompt.buttons.map { ($0, prompt.title(of: $0)) }
  }
}

/// The answer that a presenter waits for. The first one counts; nil where the last reference goes away without one.
///
/// Nothing locks it: a presenter of an app's window uses it on the main actor alone, and `deinit` runs after all uses.
package final class PendingAnswer: @unchecked Sendable {
  private var continuation: CheckedContinuation<Button?, Never>?

  package init(_ continuation: CheckedContinuation<Button?, Never>) { self.continuation = continuation }

  package func give(_ button: Button?) {
    continuation?.resume(returning: button)
    continuation = nil
  }

  deinit { give(nil) }
}
