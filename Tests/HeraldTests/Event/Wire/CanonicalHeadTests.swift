import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A line whose head is found first")
struct CanonicalHeadTests {
  /// The results of reading a line with and without its head.
  private func both(_ text: String) -> (canonical: String, other: String, hasHead: Bool) {
    text.withBorrowedBytes { bytes in
      let head = CanonicalHead(bytes)
      return (outcome(bytes, head), outcome(bytes, CanonicalHead()), head.isFound)
    }
  }

  private func outcome(_ bytes: BorrowedBytes, _ head: CanonicalHead) -> String {
    var reader = LineReader()
    var line = EventLine()
    var head = head
    do throws(WireFault) {
      try reader.read(bytes, head: &head, into: &line)
      let result = text(of: line, in: bytes)
      let envelope = try reader.readEnvelope(bytes, of: line.data)
      #expect(text(of: envelope, in: bytes) == result, "an envelope is the same where its data are known")
      return result
    } catch {
      return "\(error)"
    }
  }

  private func text(of line: borrowing EventLine, in bytes: BorrowedBytes) -> String {
    let event = line.event(in: bytes, revision: line.revision ?? 0)
    return "\(event.line) \(line.dataSpan.map { "\($0)" } ?? "")"
  }

  @Test("A line whose head is found beforehand reads as without it", arguments: EventType.allCases)
  func headDoesNotChangeAnEvent(_ type: EventType) {
    var random = SplitMix64(seed: 11)
    for revision in 1...40 {
      let event = Event(
        id: ExactString("e-\(revision)"), source: "/i/1", type: ExactString(type.rawValue),
        time: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_123), offsetMinutes: 60), revision: revision,
        data: EventData.random(type, &random))
      let (canonical, other, hasHead) = both(event.line)
      #expect(canonical == other)
      #expect(hasHead)
    }
  }

  @Test("A line of many fields, one of them twice, ends the same with its head found beforehand", arguments: 0...60)
  func headDoesNotChangeManyFields(count: Int) {
    let names = (0..<count).map { "\"n\($0)\":1" }
    let texts = (0..<count).map { "\"n\($0)\":\"v\"" }
    for twice in [nil, 0, count / 2, count - 1] where twice.map({ names.indices.contains($0) }) ?? true {
      let again = twice.map { [$0] } ?? []
      for data in [
        (names + again.map { names[$0] }).joined(separator: ","),
        "\"inner\":{\((texts + again.map { texts[$0] }).joined(separator: ","))}",
      ] {
        let (canonical, other, hasHead) = both(
          """
          {"specversion":"1.0","id":"e","source":"/i","type":"app.backgrounded","time":"2026-03-02T08:00:00.000+01:00",\
          "revision":12,"data":{\(data)}}
          """)
        #expect(canonical == other)
        #expect(hasHead)
        #expect(canonical.contains("nameTwice") == !again.isEmpty, "\(canonical)")
      }
    }
  }

  @Test("A line with any byte removed or replaced ends the same with its head found beforehand")
  func headDoesNotChangeMutatedLines() {
    let text = """
      {"specversion":"1.0","id":"e","source":"/i","type":"prompt.shown","time":"2026-03-02T08:00:00.000+01:00",\
      "revision":12,"data":{"prompt":"p","rule":"r","kind":"force"}}
      """
    for index in 0..<text.utf8.count {
      for byte in ["", " ", "\"", "\\", "0", "}", "{", ",", "x", "\u{1F}"] {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(index...index, with: Array(byte.utf8))
        let (canonical, other, _) = both(String(decoding: bytes, as: UTF8.self))
        #expect(canonical == other, "`\(byte)` at \(index)")
      }
    }
  }
}
