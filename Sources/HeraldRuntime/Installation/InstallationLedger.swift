import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog

/// The events of one installation in an open ledger.
struct InstallationLedger {
  private let ledger: Ledger
  /// The installation's name.
  let source: ExactString
  /// True if the stream's lines carry revisions; imported lines may not.
  private let isNumbered: Bool
  /// True if the ledger has the events of an earlier name too, which a server may not have.
  private let hasOthers: Bool

  /// Opens the ledger for writing, creating it where it is missing.
  ///
  /// - Parameters:
  ///   - source: the installation; nil for the only one in the ledger.
  ///   - makeSource: names an installation that has no name yet.
  ///   - rename: returns the name that an installation has now.
  /// - Throws: `LedgerError`, or `LogRefused` where `source` is nil and the ledger has several installations.
  init(path: String, source: ExactString?, makeSource: () -> String, rename: (ExactString) -> ExactString) throws {
    ledger = try Ledger(path: path)
    let streams = try ledger.streams()
    // The first stream leads to the others where the installation was renamed.
    let names = streams.map { rename($0.source) }
    let only = Set(names).count == 1 ? names.first : nil
    if source == nil, only == nil, streams.count > 1 {
      let some = streams.prefix(3).map { "`\($0.source)`" }.joined(separator: ", ")
      throw LogRefused(
        Diagnostic(
          AppCode.severalInstallations, .error, what: "`\(ledger.path)` has \(streams.count) installations.",
          file: ledger.path,
          why: "an app is one of them, and was not told which",
          fix: "name it: \(some)\(streams.count > 3 ? ", …" : "")"))
    }
    let name = source.map(rename) ?? only ?? ExactString(makeSource())
    self.source = name
    hasOthers = streams.contains { $0.source != name }
    isNumbered = streams.first { $0.source == name }?.isNumbered ?? true
  }

  func close() throws { try ledger.close() }

  /// The state after the installation's last event.
  func state(_ formats: FormatRegistry) throws -> InstallationState {
    try ledger.state(of: source, reading: formats.reading) ?? InstallationState()
  }

  /// The identity of the last successfully fetched document; nil before one.
  func lastFetch() throws -> LastFetch? {
    guard let event = try ledger.lastEvent([.fetchSucceeded], of: source)?.event,
      case .fetchSucceeded(let fetch) = event.data
    else { return nil }
    return LastFetch(
      url: fetch.url, format: fetch.format, storeURL: fetch.storeURL, houseRules: fetch.houseRules,
      validators: Validators(etag: fetch.etag?.string, lastModified: fetch.lastModified?.string),
      signature: fetch.signature)
  }

  /// The time at which the last check ended, successful or not; nil before one.
  func lastCheck() throws -> DeviceTime? {
    try ledger.lastEvent(EventType.checks, of: source)?.event?.time
  }

  /// An event's revision where it is stored already, such as after an append that reported an error too late.
  func revision(of event: Event) throws -> Int? { try ledger.event(event.id, of: source)?.revision }

  /// True if an event need not bring its document again: the ledger has it, and so has anybody with this stream alone.
  private func isKnown(_ digest: ExactString) throws -> Bool {
    guard try ledger.hasDocument(digest) else { return false }
    guard hasOthers, let last = try ledger.lastEvent([.fetchSucceeded], of: source)?.event else { return !hasOthers }
    if case .fetchSucceeded(let fetch) = last.data { return fetch.digest == digest }
    return false
  }

  /// Appends an event of a type that Herald does not know, at its revision, durable when this returns.
  ///
  /// - Parameter data: its data in JSON.
  func append(_ event: Event, unknownData data: String) throws {
    var written = event
    written.revision = isNumbered ? event.revision : 0
    var further = FurtherMembers()
    further.unknownData = data
    _ = try ledger.append(line: written.line(with: further), expecting: event.revision - 1)
  }

  /// Appends an event at its revision, durable when this returns.
  func append(_ event: Event) throws {
    var written = event
    written.revision = isNumbered ? event.revision : 0
    if case .fetchSucceeded(var fetch) = event.data, let digest = fetch.digest, try isKnown(digest) {
      fetch.document = nil
      written.data = .fetchSucceeded(fetch)
    }
    _ = try ledger.append(written, expecting: event.revision - 1)
  }
}

/// The identity of the last successfully fetched document, so that the server can answer *not modified*.
struct LastFetch {
  let url: ExactString
  let format: ExactString
  let storeURL: ExactString?
  let houseRules: HouseRules?
  let validators: Validators
  /// The last signature that came with an answer.
  let signature: ExactString?
}

extension StoredEvent {
  /// The event of the line; nil for one of a newer Herald. Callers look for types that every version reads.
  var event: Event? {
    var reader = EventReader()
    return try? reader.event(line, revision: revision)
  }
}
