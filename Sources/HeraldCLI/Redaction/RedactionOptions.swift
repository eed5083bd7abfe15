import ArgumentParser
import Herald
import HeraldQuestions
import HeraldFormats

/// The options for redacting a log before it is shared.
struct RedactionOptions: ParsableArguments {
  @Flag(
    help: """
      Pseudonyms for installations, users, ids and addresses, and nothing that Herald doesn't know; see \
      "Sharing a log" in the documentation for what is hidden and what is not.
      """)
  var redact = false

  @Option(
    help: ArgumentHelp(
      """
      A file of at least 16 secret bytes: exports with one key name a person in one way. Without it a key is drawn for \
      this export and forgotten.
      """, valueName: "file"), completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp("Leave a property out, such as deviceModel; again for each.", valueName: "name"),
    completion: .property)
  var drop: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tell a property less exactly: \(Self.coarsenings).", valueName: "name=way"), completion: .free)
  var coarsen: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tell a property of the app's own, such as x-cohort or 'installed.*', which is left out otherwise.",
      valueName: "name"), completion: .free)
  var keep: [String] = []

  @Flag(help: "Tell unknown keys, attributes and types of events as they are.")
  var keepUnknown = false

  @Flag(help: "Tell the paths of URLs; their queries, fragments and user names never are.")
  var keepPaths = false

  @Flag(help: "Tell the app's names of its operations.")
  var keepOperations = false

  @Option(
    help: ArgumentHelp(
      "Cut times to the \(Self.units) before them.", valueName: "unit"), completion: .free, transform: Self.unit)
  var roundTimes: RoundedTime?

  @Flag(help: "Tell times in UTC, and not in the device's zone.")
  var utc = false

  @Flag(help: "Exit status 2 where redacting changes a decision or a state.")
  var failIfChanged = false

  func validate() throws {
    guard redact else {
      let isUnused =
        key == nil && drop.isEmpty && coarsen.isEmpty && keep.isEmpty && roundTimes == nil
        && ![keepUnknown, keepPaths, keepOperations, utc, failIfChanged].contains(true)
      if !isUnused { throw ValidationError("This says how to redact. Add --redact, or leave it out.") }
      return
    }
    _ = try properties()
  }

  /// Refuses combinations that make no sense for a redacted log.
  func check(heads: Bool, schema: Bool, output: String?) throws {
    guard redact else { return }
    if heads {
      throw ValidationError("A redacted log has no heads: it is not what the ledger's chain was made over.")
    }
    if schema { throw ValidationError("--schema reads no log, so there is nothing to redact.") }
    if output != nil { throw ValidationError("A redacted log goes to standard output: write > FILE, or add --table.") }
  }

  /// The redaction of each property.
  func properties() throws -> PropertyRedaction {
    var properties = PropertyRedaction()
    properties.kept = keep.map { ExactString($0) }
    for name in drop {
      try check(name, properties, "is left out without being named")
      properties.dropped.insert(ExactString(name))
    }
    for text in coarsen {
      let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let coarsening = Self.coarsening(String(Substring(parts[1])), String(Substring(parts[0])))
      else { throw ValidationError("There is no '\(text)'. Use one of \(Self.coarsenings).") }
      properties.coarsened[ExactString(String(Substring(parts[0])))] = coarsening
    }
    return properties
  }

  /// Refuses a name that the export leaves out anyway. It is probably misspelt, and the intended property would be
  /// exported.
  private func check(_ name: String, _ properties: PropertyRedaction, _ fate: String) throws {
    guard properties.fate(of: ExactString(name)) == .dropped, !properties.dropped.contains(ExactString(name)) else {
      return
    }
    let known = PropertyRedaction.wellKnown.map(\.string)
    let guess = Spelling.nearest(to: name, among: Set(known)).map { " Did you mean '\($0)'?" } ?? ""
    throw ValidationError("'\(name)' \(fate): only \(known.joined(separator: ", ")) are told.\(guess)")
  }

  private static func coarsening(_ way: String, _ property: String) -> Coarsening? {
    Coarsening.named(way, for: ExactString(property))
  }

  private static var coarsenings: String {
    Coarsening.all.flatMap { way in way.properties.map { "\($0)=\(way.name)" } }.joined(separator: ", ")
  }

  private static var units: String { RoundedTime.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func unit(_ text: String) throws -> RoundedTime {
    guard let unit = RoundedTime(rawValue: text) else { throw ValidationError("'\(text)' is none of \(units).") }
    return unit
  }

  /// The redaction, under the key or a drawn one.
  func redaction() throws -> Redaction {
    let given = try key.map { Redaction(pseudonyms: try RedactionKey.read($0)) }
    var redaction = given ?? Redaction()
    redaction.properties = try properties()
    redaction.keepsUnknown = keepUnknown
    redaction.keepsPaths = keepPaths
    redaction.keepsOperations = keepOperations
    redaction.times = roundTimes
    redaction.hidesZone = utc
    return redaction
  }
}
