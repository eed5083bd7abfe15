import Herald
import HeraldTestSupport
import Testing

@Suite("Places in a text")
struct LineMapTests {
  @Test("A line map finds every scalar's first byte by line and column, as counting does", arguments: Seeds.all)
  func everyByteHasItsLineAndColumn(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text =
      random.pick(["", "\u{FEFF}"])
      + random.text(of: ["a", "é", "\u{1F600}", "\n", "\r\n", "\t", "e\u{301}"], count: 0...40)
    let map = LineMap(text)
    var (offset, line, column) = (0, 1, 1)
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isMark = index == 0 && scalar == "\u{FEFF}"
      #expect(map.place(offset, pointer: "/a") == DocumentPlace(line: line, column: column, pointer: "/a"))
      offset += String(scalar).utf8.count
      if scalar == "\n" { (line, column) = (line + 1, 1) } else if !isMark { column += 1 }
    }
    #expect(map.place(offset) == DocumentPlace(line: line, column: column, pointer: ""))
    #expect(map.place(offset + 100).line == line)
  }

  @Test(
    "A finding's location says as much of its place as is known",
    arguments: [
      (nil, nil, ""), ("a.json", nil, "a.json"), (nil, "/a", "2:3 /a"), ("a.json", "", "a.json:2:3"),
      ("a.json", "/a/0", "a.json:2:3 /a/0"),
    ] as [(String?, String?, String)])
  func locationSaysWhatIsKnown(file: String?, pointer: String?, location: String) {
    let place = pointer.map { DocumentPlace(line: 2, column: 3, pointer: $0) }
    let diagnostic = Diagnostic(
      LineCode.notJSON, .note, what: "What.", file: file, place: place, why: "why", fix: "fix")
    #expect(diagnostic.location == location)
  }
}
