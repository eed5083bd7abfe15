import Herald
import Testing

@testable import HeraldCLI

@Suite("The help of herald bisect")
struct BisectHelpTests {
  @Test("The help names each field of a state, by itself or with a part of it", arguments: FieldShape.state.map(\.name))
  func fieldIsNamed(_ name: ExactString) {
    let lines = BisectCommand.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
    let names = lines.flatMap { $0.split(separator: " ") }.map { $0.prefix { $0.isLetter } }
    #expect(names.contains(Substring(name.string)))
  }

  @Test("Each name in the help is one that a condition can have")
  func namesAreKnown() {
    let text = BisectCommand.configuration.discussion
    let list = text.split(separator: "\n").drop { !$0.hasPrefix("  ") }.prefix { $0.hasPrefix("  ") }
    let known = Set((FieldShape.state.map(\.name) + ["decision"]).map(\.string))
    for word in list.flatMap({ $0.split(separator: " ") }) {
      #expect(known.contains(String(word.prefix { $0.isLetter })), "\(word)")
    }
  }
}
