import Herald
import Testing

@testable import HeraldPages

/// The page's script names fields of the state by hand, because it makes words of them.
@Suite("The names of a state in the page's script")
struct StateNamesTests {
  /// Fields that pages show nowhere: the revision is the event's own, and the others are for commands.
  private static let notShown: Set<ExactString> = ["revision", "draws", "trust"]
  /// A record's times of all showings are too many for a page.
  private static let notOfRecords: Set<ExactString> = ["showings"]
  /// Parts of a state with a heading of their own.
  private static let groups: Set<ExactString> = ["properties", "records", "counts"]

  private let script = String(decoding: PackageResources.moment_js, as: UTF8.self)
  private let state = FieldShape.state.filter { !notShown.contains($0.name) }
  private let counts = FieldShape.state.first { $0.name == "counts" }?.shape.names ?? []

  private var records: [FieldShape.Member] {
    guard case .named(.object(let members))? = FieldShape.state.first(where: { $0.name == "records" })?.shape else {
      return []
    }
    return members.filter { !Self.notOfRecords.contains($0.name) }
  }

  /// The words after a marker, up to another one.
  private func words(_ pattern: Regex<Substring>, from marker: String, to end: String) throws -> [ExactString] {
    let start = try #require(script.firstRange(of: marker), "moment.js has no `\(marker)`").upperBound
    let stop = try #require(script[start...].firstRange(of: end)).lowerBound
    return script[start..<stop].matches(of: pattern).map { ExactString(String($0.output.filter { $0.isLetter })) }
  }

  private func compare(_ found: [ExactString], _ wanted: [ExactString], _ place: String) {
    let (found, wanted) = (Set(found), Set(wanted))
    #expect(wanted.subtracting(found).isEmpty, "\(place) of moment.js lacks these fields of the state")
    #expect(found.subtracting(wanted).isEmpty, "\(place) of moment.js has these, which a state lacks")
  }

  @Test("Each field of a state, of a record and of the counts has a name on the page, and nothing else has")
  func names() throws {
    let names = try words(/\w+: "/, from: "const NAMES = {", to: "};")
    // How often a rule was shown is a number of times, and needs no name.
    compare(names, state.map(\.name) + counts + records.map(\.name).filter { $0 != "shown" }, "NAMES")
  }

  @Test("Each time of a state is written on the clock of the device")
  func times() throws {
    let times = (state + records).filter { if case .time = $0.shape { true } else { false } }.map(\.name)
    compare(try words(/"\w+"/, from: "const TIMES = [", to: "]"), times, "TIMES")
  }

  @Test("Each part of a record is in its words, in the order of the state's JSON")
  func parts() throws {
    #expect(try words(/"\w+"/, from: "const parts = [", to: "]") == records.map(\.name))
  }

  @Test("Each field of a state without a heading of its own is in the main list")
  func mainList() throws {
    compare(
      try words(/"\w+"/, from: "const main = [", to: "]"),
      state.map(\.name).filter { !Self.groups.contains($0) }, "the main list")
  }

  @Test("Each field of a state that is an object without a heading has words")
  func objects() throws {
    let objects = state.filter { if case .object = $0.shape { !Self.groups.contains($0.name) } else { false } }
    compare(try words(/\n  \w+: \(/, from: "const WORDS = {", to: "\n};"), objects.map(\.name), "WORDS")
  }
}
