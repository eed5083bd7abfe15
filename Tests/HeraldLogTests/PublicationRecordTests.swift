import Herald
import HeraldLog
import Testing

@Suite("The record of publications in a journal")
struct PublicationRecordTests {
  private static let first = publication(1)

  private static func publication(_ number: Int, override: String? = nil) -> JournaledPublication {
    JournaledPublication(
      number: number, digest: Digest.of("\(number)"), by: "Release manager", override: override)
  }

  /// The entries about policies: type, number, and whether a repair made it.
  private static func entries(_ scratch: Scratch) throws -> [String] {
    var found: [String] = []
    try scratch.reader().journal { line in
      let entry = try JSONNode.read(line).node
      guard let type = entry[name: "type"]?.string, type.hasPrefix("policy.") else { return }
      let isRepair = entry[name: "data"]?[name: "repaired"] != nil
      found.append("\(type) \(entry[name: "data"]?[name: "number"]?.line ?? "")\(isRepair ? " repaired" : "")")
    }
    return found
  }

  @Test("Each step is an entry of its own with number, digest, publisher and reason")
  func steps() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let publication = Self.publication(3, override: "urgent")
    for step in PublicationStep.allCases { try ledger.note(step, of: publication) }
    #expect(try Self.entries(scratch) == ["policy.intended 3", "policy.published 3", "policy.withdrawn 3"])
    var last = ""
    try scratch.reader().journal { last = $0 }
    let data = try #require(try JSONNode.read(last).node[name: "data"])
    #expect(data[name: "digest"]?.string == publication.digest.string)
    #expect(data[name: "by"]?.string == "Release manager")
    #expect(data[name: "override"]?.string == "urgent")
  }

  @Test(
    "After a stop behind any step the record says what is in force, and saying it again adds nothing",
    arguments: [
      ([PublicationStep](), false, [String]()),
      ([], true, ["policy.published 1 repaired"]),
      ([.intended], false, ["policy.intended 1", "policy.withdrawn 1 repaired"]),
      ([.intended], true, ["policy.intended 1", "policy.published 1 repaired"]),
      ([.intended, .published], true, ["policy.intended 1", "policy.published 1"]),
      ([.intended, .published], false, ["policy.intended 1", "policy.published 1", "policy.withdrawn 1 repaired"]),
      ([.intended, .withdrawn], false, ["policy.intended 1", "policy.withdrawn 1"]),
      (
        [.intended, .withdrawn, .intended], true,
        ["policy.intended 1", "policy.withdrawn 1", "policy.intended 1", "policy.published 1 repaired"]
      ),
    ])
  func completes(steps: [PublicationStep], isInForce: Bool, expected: [String]) throws {
    let scratch = try Scratch()
    do {
      let ledger = try Ledger(path: scratch.ledger)
      for step in steps { try ledger.note(step, of: Self.first) }
      try ledger.close()
    }
    let ledger = try Ledger(path: scratch.ledger)
    let published = isInForce ? [Self.first] : []
    #expect(try ledger.completeRecord(of: published) == expected.count - steps.count)
    #expect(try Self.entries(scratch) == expected)
    #expect(try ledger.completeRecord(of: published) == 0)
  }

  @Test("Publications under one number with other digests are other publications")
  func digests() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    try ledger.note(.intended, of: Self.first)
    let other = JournaledPublication(number: 1, digest: Digest.of("other"), by: "x", override: nil)
    try ledger.completeRecord(of: [other])
    #expect(
      try Self.entries(scratch) == [
        "policy.intended 1", "policy.withdrawn 1 repaired", "policy.published 1 repaired",
      ])
  }

  @Test("A journal with these entries verifies")
  func verifies() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    for step in PublicationStep.allCases { try ledger.note(step, of: Self.first) }
    try ledger.close()
    let head = try #require(try scratch.reader().journalHead())
    #expect(head.revision == 4)
  }
}
