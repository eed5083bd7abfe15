import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Laws of reading a document")
struct DocumentLawTests {
  private static let rich = #"""
    {"packageName":"a","revision":7,"reviewVersions":2.2,"pushOnForeground":"false",
     "updates":[{"id":1,"filters":{"x":"!y","z":null},"descriptions":{"en":{"message":"é"}},"targetWebsiteUrl":"https://h/é",
       "targetPackageName":"b","targetGooglePlay":1,"displayAfterDate":"2026-01-01 08:00","rollout":"33.335",
       "displayBeforeDate":"2026-01-02T00:00:00Z","maxDisplayCount":3,"displayPeriodInHours":0.5,"skippable":true},
       {"id":"2","descriptions":{"*":"t"},"forceExit":true,"targetVersion":"2-rc","targetVersionCode":2},
       {"descriptions":{"":"t"},"forceUpdate":true,"targetPackageUrl":"market:x"}],
     "messages":[{"descriptions":{"en":"m"}},{"id":0,"descriptions":{"tr":"m"},"unknown":[]}]}
    """#

  /// The document with some of its scalars changed.
  private static func mutated(_ random: inout SplitMix64) -> String {
    var scalars = Array(rich.unicodeScalars)
    for _ in 0..<random.int(0...2) {
      let place = random.int(0...scalars.count - 1)
      switch random.int(0...3) {
      case 0: scalars.remove(at: place)
      case 1: scalars[place] = random.pick(Array("0-.\"]},: x".unicodeScalars))
      default:
        // Letters and digits, so that the text stays JSON more often than not.
        scalars[place] = scalars[place].properties.isAlphabetic ? "q" : scalars[place]
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test("Every entry of a document becomes a rule or a finding, and rule ids are unique", arguments: Seeds.all)
  func everyEntryIsARuleOrAFinding(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var accepted = 0
    for _ in 0..<40 {
      let text = Self.mutated(&random)
      let document = Formats.read(Document(text: text, format: "herald"))
      let errors = document.diagnostics.filter { $0.severity == .error }
      switch document.reading {
      case .refused(let reason): #expect(errors.last?.code.name == reason.rawValue, "\(text)")
      case .accepted(let policy):
        accepted += 1
        let root = try JSONNode.read(text, lenient: true).node
        let entries = ["updates", "messages"].reduce(0) { count, name in
          let node = root[name: name]
          return count + (node?.members == nil ? node?.elements.count ?? 0 : 1)
        }
        // A key that was meant to force and is misspelt leaves no rule out.
        let invalid = errors.filter { $0.code.name != "unknownKey" }
        #expect(invalid.allSatisfy { $0.code.name == "invalidRule" })
        #expect(policy.rules.count + document.leftOut == entries, "\(text)")
        // A rule that is left out may have several mistakes, all told.
        #expect(invalid.count >= document.leftOut, "\(text)")
        #expect(invalid.isEmpty == (document.leftOut == 0), "\(text)")
        #expect(Set(policy.rules.map(\.id)).count == policy.rules.count)
        #expect(policy.digest == Digest.of(text))
      }
    }
    #expect((5..<40).contains(accepted))
  }

  @Test("A document is read the same under both names of its format, and every time", arguments: Seeds.all)
  func formatNamesReadAlike(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let text = Self.mutated(&random)
      let read = { (format: ExactString) in Formats.read(Document(text: text, format: format)) }
      let (first, second) = (read("herald"), read("turkcell"))
      #expect(first.diagnostics == second.diagnostics)
      switch (first.reading, second.reading) {
      case (.refused(let a), .refused(let b)): #expect(a == b)
      case (.accepted(let a), .accepted(let b)):
        #expect(a.rules.map(\.id) == b.rules.map(\.id))
        #expect(a.order == b.order)
        #expect(a.digest == b.digest)
        #expect(a.format == "herald")
        #expect(b.format == "turkcell")
      default: Issue.record("read differently: \(text)")
      }
    }
  }
}
