import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog

/// One installation's part of an open ledger.
struct Memory {
  let ledger: Ledger
  let source: ExactString
  /// Whether the stream's lines carry revisions; those that were imported may not.
  private let isNumbered: Bool

  /// - Parameters:
  ///   - source: the installation; nil for the only one that the ledger knows.
  ///   - makeSource: names an installation that nobody has named yet.
  init(_ ledger: Ledger, source: ExactString?, makeSource: () -> String) throws {
    self.ledger = ledger
    let streams = try ledger.streams()
    if source == nil, streams.count > 1 {
      let some = streams.prefix(3).map { "`\($0.source)`" }.joined(separator: ", ")
      throw LogRefused(
        Diagnostic(
          "severalInstallations", .error, what: "`\(ledger.path)` has \(streams.count) installations.",
          file: ledger.path,
          why: "an app is one of them, and was not told which",
          fix: "name it: \(some)\(streams.count > 3 ? ", …" : "")"))
    }
    let name = source ?? streams.first?.source ?? ExactString(makeSource())
    self.source = name
    isNumbered = streams.first { $0.source == name }?.isNumbered ?? true
  }

  func state() throws -> InstallationState {
    try ledger.state(of: source) { Formats.read($0).reading } ?? InstallationState()
  }

  /// What the last successful fetch said of itself.
  func lastFetch() throws -> LastFetch? {
    guard let event = try ledger.lastEvent([.fetchSucceeded], of: source)?.event,
      case .fetchSucceeded(let fetch) = event.data
    else { return nil }
    return LastFetch(
      url: fetch.url, format: fetch.format, storeURL: fetch.storeURL, validators: Validators(etag: fetch.etag?.string))
  }

  func lastCheck() throws -> DeviceTime? {
    try ledger.lastEvent([.fetchSucceeded, .fetchFailed], of: source)?.event?.time
  }

  /// Where an event is in the stream already, such as after an append that failed and was done in spite of it.
  func revision(of event: Event) throws -> Int? { try ledger.event(event.id, of: source)?.revision }

  /// Appends an event at its revision, durable when this returns.
  func append(_ event: Event) throws {
    var written = event
    written.revision = isNumbered ? event.revision : 0
    if case .fetchSucceeded(var fetch) = event.data, let digest = fetch.digest, try ledger.hasDocument(digest) {
      fetch.document = nil
      written.data = .fetchSucceeded(fetch)
    }
    _ = try ledger.append(line: written.line, expecting: event.revision - 1)
  }
}

/// What the last successful fetch said of itself, by which the server recognises what it sent.
struct LastFetch {
  let url: ExactString
  let format: ExactString
  let storeURL: ExactString?
  let validators: Validators
}

extension StoredEvent {
  /// The event that the line says; nil for one that this Herald cannot read.
  var event: Event? {
    var text = line
    return text.withUTF8 { bytes in
      var reader = LineReader()
      return try? reader.read(bytes).event(in: bytes, revision: revision)
    }
  }
}
