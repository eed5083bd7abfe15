public import Herald

/// Reads a document into a policy, or returns the reason why it can't be read, such as `Formats.reading` of
/// HeraldFormats.
public typealias PolicyReading = @Sendable (Document) -> Reading

/// Caches the documents of a log by digest, and the policies that they are read into.
///
/// Each document is read once for every combination of format, addresses and house rules that fetches name.
public final class DocumentShelf {
  private final class Entry {
    let body: DocumentBody
    var text: String { body.text }
    typealias Known = (
      format: ExactString, url: ExactString, storeURL: ExactString?, rules: HouseRules?, reading: Reading
    )
    var readings: [Known] = []
    init(_ text: String) { body = DocumentBody(text) }
  }

  private var entries: [ExactString: Entry] = [:]
  private let read: PolicyReading
  /// The document that replaces every fetched one; nil for none.
  private let replacement: (entry: Entry, digest: ExactString, format: ExactString)?
  /// Finds a document that no event contains.
  private let findText: (ExactString) throws -> String?
  private var recent: [(digest: ExactString, entry: Entry)] = []

  /// - Parameters:
  ///   - read: reads a document into a policy, such as `Formats.reading` of HeraldFormats.
  ///   - replacement: a document to read in place of every fetched one.
  ///   - find: returns the text of a document with a digest that no event contains; nil for an unknown one.
  public init(
    reading read: @escaping PolicyReading, replacement: Document? = nil,
    find: @escaping (ExactString) throws -> String? = { _ in nil }
  ) {
    self.read = read
    self.replacement = replacement.map { (Entry($0.text), $0.digest, $0.format) }
    findText = find
  }

  /// The number of documents.
  package var count: Int { entries.count }

  /// Adds a document. A document with the same digest is kept.
  public func put(_ text: String, digest: ExactString) {
    if entries[digest] == nil { entries[digest] = Entry(text) }
  }

  /// True if a document with this digest is known.
  ///
  /// - Throws: the error of `find`.
  public func contains(_ digest: ExactString) throws -> Bool { try entry(digest) != nil }

  /// The document with a digest; nil where it is unknown.
  package func text(_ digest: ExactString) throws -> String? { try entry(digest)?.text }

  private func entry(_ digest: ExactString) throws -> Entry? {
    // Most fetches name one of a few documents. A short list finds those faster than a hash table.
    if let recent = recent.first(where: { $0.digest == digest }) { return recent.entry }
    guard let entry = try find(digest) else { return nil }
    if recent.count >= 8 { recent.removeFirst() }
    recent.append((digest, entry))
    return entry
  }

  private func find(_ digest: ExactString) throws -> Entry? {
    if let entry = entries[digest] { return entry }
    guard let text = try findText(digest) else { return nil }
    let entry = Entry(text)
    entries[digest] = entry
    return entry
  }

  /// The result of reading a fetch's document; nil for a 304, which has no document.
  package func reading(of fetch: FetchSucceeded) throws -> Reading? {
    guard fetch.status == 200, let digest = fetch.digest else { return nil }
    if let replacement { return reading(replacement.entry, replacement.digest, as: replacement.format, fetch) }
    return try entry(digest).map { reading($0, digest, as: fetch.format, fetch) }
  }

  /// Reads a fetch's document, so that folding needs only values.
  package func complete(_ fetch: inout FetchSucceeded) throws {
    fetch.reading = try reading(of: fetch)
    guard fetch.status == 200, let digest = fetch.digest else { return }
    if let replacement, replacement.digest != digest { return fetch.assumeSignature() }
    if fetch.receivedSignature != nil, let body = try replacement?.entry.body ?? entry(digest)?.body {
      fetch.attach(body)
    }
  }

  /// The fetch with the replacement as its document, read for the fetch's addresses; unchanged without a replacement.
  ///
  /// A 304 gets the replacement too: it confirms the last document, which would have been the replacement.
  public func replacing(_ fetch: FetchSucceeded) -> FetchSucceeded {
    guard let replacement else { return fetch }
    var fetch = fetch
    // The policy of the log itself is signed as it was; any other one counts as signed.
    if fetch.digest == replacement.digest { fetch.attach(replacement.entry.body) } else { fetch.assumeSignature() }
    fetch.status = 200
    fetch.format = replacement.format
    fetch.digest = replacement.digest
    fetch.reading = reading(replacement.entry, replacement.digest, as: replacement.format, fetch)
    return fetch
  }

  /// Reads a document once for each store page, and once for each address where the policy depends on it.
  private func reading(
    _ entry: Entry, _ digest: ExactString, as format: ExactString, _ fetch: FetchSucceeded
  ) -> Reading {
    if let known = entry.readings.first(where: {
      $0.format == format && $0.url == fetch.url && $0.storeURL == fetch.storeURL && $0.rules == fetch.houseRules
    }) {
      return known.reading
    }
    let sameButURL = entry.readings.lazy.filter {
      $0.format == format && $0.storeURL == fetch.storeURL && $0.rules == fetch.houseRules
    }
    for case .accepted(let policy) in sameButURL.map(\.reading) {
      guard let copy = policy.fetched(from: fetch.url) else { break }
      // Keeps the first addresses: in most logs a few repeat, and where each device has its own, none does.
      if entry.readings.count < 16 {
        entry.readings.append((format, fetch.url, fetch.storeURL, fetch.houseRules, .accepted(copy)))
      }
      return .accepted(copy)
    }
    let reading = read(
      Document(
        body: entry.body, digest: digest, format: format, url: fetch.url, storeURL: fetch.storeURL,
        houseRules: fetch.houseRules))
    // A log that changes its URL with every fetch must not fill the memory.
    if entry.readings.count >= 64 { entry.readings.removeFirst(32) }
    entry.readings.append((format, fetch.url, fetch.storeURL, fetch.houseRules, reading))
    return reading
  }

  /// The policy that a snapshot names; nil where its document is unknown or cannot be read.
  package func policy(named name: Policy.Name) throws -> Policy? {
    let fetch = FetchSucceeded(
      trigger: .launch, url: name.url ?? "", format: name.format, storeURL: name.storeURL,
      houseRules: name.houseRules, digest: name.digest)
    guard case .accepted(let policy) = try reading(of: fetch) else { return nil }
    return policy
  }
}

/// The documents of the events that were admitted so far.
package protocol KnownDocuments: AnyObject {
  /// Keeps a document, so that later fetches may name it by its digest alone.
  func put(_ text: String, digest: ExactString) throws
  func contains(_ digest: ExactString) throws -> Bool
}

extension DocumentShelf: KnownDocuments {}
