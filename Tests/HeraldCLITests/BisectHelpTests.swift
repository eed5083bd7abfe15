import ArgumentParser
import Herald
import HeraldQuestions
import Testing

@testable import HeraldCLI

@Suite("The help of commands that take a condition")
struct BisectHelpTests {
  private static let discussions = [BisectCommand.configuration.discussion, FindCommand.configuration.discussion]

  /// The words of a list of names.
  private static func names(in discussion: String) -> [String] {
    let list = discussion.split(separator: "\n").drop { !$0.hasPrefix("  ") }.prefix { $0.hasPrefix("  ") }
    return list.flatMap { $0.split(separator: " ") }.map { String($0.prefix { $0.isLetter }) }
  }

  @Test("The help names each value that a condition can have, by itself or with a part of it", arguments: discussions)
  func valueIsNamed(_ discussion: String) {
    let names = Self.names(in: discussion)
    for name in FieldShape.all.names { #expect(names.contains(name.string), "\(name)") }
  }

  @Test("Each name in the help is one that a condition can have", arguments: discussions)
  func namesAreKnown(_ discussion: String) {
    let known = Set(FieldShape.all.names.map(\.string))
    for word in Self.names(in: discussion) { #expect(known.contains(word), "\(word)") }
  }
}
