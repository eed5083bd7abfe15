import Foundation
import Testing

/// Two cases in a temporary folder: one to change, and one that stays.
final class TwoCases {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let corpus = scratch.folder.appendingPathComponent("corpus")
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    for (name, original) in [("changed", "update/end-of-service-without-a-link"), ("same", "clock/leap-second")] {
      try FileManager.default.copyItem(
        at: Herald.root.appendingPathComponent("Events/\(original)"), to: corpus.appendingPathComponent(name))
    }
  }

  func file(_ name: String) -> URL { scratch.folder.appendingPathComponent("corpus/\(name)") }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

  func changeExpectation() throws {
    let text = try String(contentsOf: file("changed/expect.jsonl"), encoding: .utf8)
    let range = try #require(text.range(of: #""reason":"shown""#))
    try write(text.replacingCharacters(in: range, with: #""reason":"count""#), to: "changed/expect.jsonl")
  }

  func removeExpectation() throws { try FileManager.default.removeItem(at: file("changed/expect.jsonl")) }

  func breakLog() throws {
    let text = try String(contentsOf: file("changed/log.jsonl"), encoding: .utf8)
    try write(text + "{\"specversion\": broken}\n", to: "changed/log.jsonl")
  }

  func test(_ options: String...) throws -> Herald.Run { try test(options) }

  func test(_ options: [String], environment: [String: String] = [:]) throws -> Herald.Run {
    try Herald.run(["test", "corpus"] + options, environment: environment, in: scratch.folder)
  }
}
