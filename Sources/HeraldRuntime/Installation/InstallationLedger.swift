import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog

/// The events of one installation in an open ledger.
struct InstallationLedger {
  private let ledger: Ledger
  /// The installation's name.
  let source: ExactString
  /// Whether the stream's lines carry revisions; those that were imported may not.
  private let isNumbered: Bool

  /// Opens the ledger for writing, creating it where it is missing.
  ///
  /// - Parameters:
  ///   - source: the installation; nil for the only one in the ledger.
  ///   - makeSource: names an installation that has no name yet.
  /// - Throws: `LedgerError`, or `LogRefused` where `source` is nil and the ledger has several installations.
  init(path: String, source: ExactString?, makeSource: () -> String) throws {
    ledger = try Ledger(path: path)
    let streams = try ledger.streams()
    if source == nil, streams.count > 1 {
      let some = streams.prefix(3).map { "`\($0.source)`" }.joined(separator: ", ")
      throw LogRefused(
        Diagnostic(
          AppCode.severalInstallations, .error, what: "`\(ledger.path)` has \(streams.count) installations.",
          file: ledger.path,
          why: "an app is one of them, and was not told which",
          fix: "name it: \(some)\(streams.count > 3 ? ", …" : "")"))
    }
    let name = source ?? streams.first?.source ?? ExactString(makeSource())
    self.source = name
    isNumbered = streams.first { $0.source == name }?.isNumbered ?? true
  }

  func close() throws { try ledger.close() }

  /// The state after the installation's last event.
  func state(_ formats: FormatRegistry) throws -> InstallationState {
    try ledger.state(of: source, reading: formats.reading) ?? InstallationState()
  }

  /// What identifies the document of the last successful fetch; nil before one.
  func lastFetch() throws -> LastFetch? {
    guard let event = try ledger.lastEvent([.fetchSucceeded], of: source)?.event,
      case .fetchSucceeded(let fetch) = event.data
    else { return nil }
    return LastFetch(
      url: fetch.url, format: fetch.format, storeURL: fetch.storeURL, houseRules: fetch.houseRules,
      validators: Validators(etag: fetch.etag?.string, lastModified: fetch.lastModified?.string),
      signature: fetch.signature)
  }

  /// When the last check ended, successful or not; nil before one.
  func lastCheck() throws -> DeviceTime? {
    try ledger.lastEvent(EventType.checks, of: source)?.event?.time
  }

  /// An event's revision where it is stored already, such as after an append that reported an error too late.
  func revision(of event: Event) throws -> Int? { try ledger.event(event.id, of: source)?.revision }

  /// Appends an event at its revision, durable when this returns.
  func append(_ event: Event) throws {
    var written = event
    written.revision = isNumbered ? event.revision : 0
    if case .fetchSucceeded(var fetch) = event.data, let digest = fetch.digest, try ledger.hasDocument(digest) {
      fetch.document = nil
      written.data = .fetchSucceeded(fetch)
    }
    _ = try ledger.append(written, expecting: event.revision - 1)
  }
}

/// What identifies the document of the last successful fetch, so that the server can answer *not modified*.
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
