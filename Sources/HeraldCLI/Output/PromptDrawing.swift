import Herald
import HeraldQuestions
import HeraldRuntime

/// A prompt as a device would show it, for people.
struct PromptDrawing {
  private let prompt: Prompt

  init(_ prompt: Prompt) { self.prompt = prompt }

  /// The box, each line ended, and where its button leads.
  func text(_ style: Style) -> String {
    let lines = PromptBox(prompt, columns: min(64, TerminalWidth.output)).lines.map {
      (prompt.kind.isBlocking ? style.red : style.green)($0)
    }
    let destination = prompt.destination.map { [style.dim("→ \($0.string.shown)")] } ?? []
    return (lines + destination).map { $0 + "\n" }.joined()
  }
}
