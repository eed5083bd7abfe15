import HeraldTestSupport
import Testing

@testable import Herald

/// Numbers for texts and profiles, kept in memory.
final class MemoryNumbering: PackedNumbering {
  private var texts: [ExactString: Int] = [:]
  private var profiles: [Profile: Int] = [:]
  private(set) var vocabulary = PackedVocabulary()

  func number(of text: ExactString) -> Int {
    let number = texts[text] ?? texts.count + 1
    texts[text] = number
    vocabulary.keep(text, at: number)
    return number
  }

  func number(of profile: Profile) -> Int {
    let number = profiles[profile] ?? profiles.count + 1
    profiles[profile] = number
    vocabulary.keep(profile, at: number)
    return number
  }
}

@Suite("Packed data")
struct PackedDataTests {
  @Test("Packed data of every event type comes back unchanged", arguments: EventType.allCases)
  func packedDataRoundTrips(type: EventType) throws {
    var random = SplitMix64(seed: UInt64(type.code))
    let numbering = MemoryNumbering()
    var writer = PackedWriter(numbering: numbering)
    for _ in 0..<200 {
      let data = EventData.random(type, &random)
      writer.pack(data)
      let back = try Self.unpack(writer.bytes, type.code, numbering.vocabulary)
      #expect(back.isSame(as: data), "\(data)")
    }
  }

  @Test("An unknown event packs into no bytes, and comes back unknown")
  func unknownEventPacksToNothing() throws {
    var writer = PackedWriter(numbering: MemoryNumbering())
    writer.pack(.unknown)
    #expect(writer.bytes.isEmpty)
    #expect(try Self.unpack([], 0, PackedVocabulary()).isSame(as: .unknown))
    #expect(throws: FieldFault(name: "type", problem: .corrupt, offset: 0)) {
      try Self.unpack([], EventType.allCases.count + 1, PackedVocabulary())
    }
  }

  @Test("Every event type keeps its packed number, and a new type takes the next one")
  func everyTypeKeepsItsNumber() {
    #expect(
      EventType.allCases.sorted { $0.code < $1.code } == [
        .appLaunched, .appForegrounded, .appBackgrounded, .fetchSucceeded, .fetchFailed, .promptShown, .buttonChosen,
        .pushReceived, .operationAttempted, .userChanged,
      ])
    #expect(EventType.allCases.map(\.code).sorted() == Array(1...EventType.allCases.count))
  }

  @Test("Packed data that ends too soon is corrupt, wherever it ends", arguments: EventType.allCases)
  func truncatedBytesAreCorrupt(type: EventType) throws {
    var random = SplitMix64(seed: 7)
    let numbering = MemoryNumbering()
    var writer = PackedWriter(numbering: numbering)
    for _ in 0..<20 {
      writer.pack(.random(type, &random))
      for count in 0..<writer.bytes.count {
        let fault = try #require(throws: FieldFault.self) {
          try Self.unpack(Array(writer.bytes.prefix(count)), type.code, numbering.vocabulary)
        }
        #expect(fault.problem == .corrupt)
      }
    }
  }

  @Test("Packed data names a text or profile that is not loaded by its number")
  func missingTextIsNamedByNumber() throws {
    var writer = PackedWriter(numbering: MemoryNumbering())
    writer.pack(.chosen("later", of: "p"))
    #expect(throws: FieldFault(name: "button", problem: .unknownText(1), offset: 3)) {
      try Self.unpack(writer.bytes, EventType.buttonChosen.code, PackedVocabulary())
    }
    writer.pack(.launched(["a": "1"]))
    #expect(throws: FieldFault(name: "properties", problem: .unknownProfile(1), offset: 1)) {
      try Self.unpack(writer.bytes, EventType.appLaunched.code, PackedVocabulary())
    }
  }

  private static func unpack(
    _ bytes: [UInt8], _ code: Int, _ vocabulary: PackedVocabulary
  ) throws(FieldFault) -> EventData {
    var reader = PackedReader()
    reader.vocabulary = vocabulary
    return try bytes.withBorrowedBytes { (bytes) throws(FieldFault) in try reader.read(bytes, code: code) }
  }
}
