import Herald
import HeraldLog
import Testing

@Suite("The record of promises in a journal")
struct PromisesRecordTests {
  private static let change = JournaledPromises(digest: Digest.of("[]"), by: "Release manager")
  private static let removal = JournaledPromises(digest: nil, by: "Release manager")

  /// The entries about promises: type, and whether a repair made it.
  private static func entries(_ scratch: Scratch) throws -> [String] {
    var found: [String] = []
    try scratch.reader().journal { line in
      let entry = try JSONNode.read(line).node
      guard let type = entry[name: "type"]?.string, type.hasPrefix("promises.") else { return }
      found.append(type + (entry[name: "data"]?[name: "repaired"] != nil ? " repaired" : ""))
    }
    return found
  }

  @Test("Each step is an entry of its own with the digest of the file and the author")
  func steps() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    for step in PromisesStep.allCases { try ledger.note(step, of: Self.change) }
    #expect(try Self.entries(scratch) == ["promises.intended", "promises.changed", "promises.withdrawn"])
    var last = ""
    try scratch.reader().journal { last = $0 }
    let data = try #require(try JSONNode.read(last).node[name: "data"])
    #expect(data[name: "digest"]?.string == Self.change.digest?.string)
    #expect(data[name: "by"]?.string == "Release manager")
    try ledger.note(.intended, of: Self.removal)
    try scratch.reader().journal { last = $0 }
    #expect(last.contains(#""digest":null"#))
  }

  @Test(
    "After a stop behind any step the record says what the file has, and saying it again adds nothing",
    arguments: [
      ([PromisesStep](), true, [String]()), ([], false, []),
      ([.intended], true, ["promises.intended", "promises.changed repaired"]),
      ([.intended], false, ["promises.intended", "promises.withdrawn repaired"]),
      ([.intended, .changed], true, ["promises.intended", "promises.changed"]),
      ([.intended, .withdrawn], false, ["promises.intended", "promises.withdrawn"]),
    ])
  func completes(steps: [PromisesStep], isChanged: Bool, expected: [String]) throws {
    for change in [Self.change, Self.removal] {
      let other = change.digest == nil ? Digest.of("[]") : nil
      let scratch = try Scratch()
      do {
        let ledger = try Ledger(path: scratch.ledger)
        for step in steps { try ledger.note(step, of: change) }
        try ledger.close()
      }
      let ledger = try Ledger(path: scratch.ledger)
      let isMissing = expected.contains { $0.hasSuffix("repaired") }
      #expect(try ledger.completeRecord(ofPromises: isChanged ? change.digest : other) == isMissing)
      #expect(try Self.entries(scratch) == expected)
      #expect(try !ledger.completeRecord(ofPromises: isChanged ? change.digest : other))
      #expect(try Self.entries(scratch) == expected)
    }
  }

  @Test("Promises and policies are recorded beside each other, and neither completes the other's record")
  func besidePolicies() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let publication = JournaledPublication(number: 1, digest: Digest.of("1"), by: "Release manager", override: nil)
    try ledger.note(.intended, of: publication)
    try ledger.note(.intended, of: Self.change)
    #expect(try ledger.completeRecord(of: [publication]) == 1)
    #expect(try Self.entries(scratch) == ["promises.intended"])
    #expect(try ledger.completeRecord(ofPromises: nil))
    #expect(try Self.entries(scratch) == ["promises.intended", "promises.withdrawn repaired"])
    #expect(try ledger.completeRecord(of: [publication]) == 0)
  }
}
