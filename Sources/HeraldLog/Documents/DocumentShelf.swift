public import Herald

/// Reads a document into a policy, or returns why it can't be read, such as `Formats.reading` of HeraldFormats.
public typealias PolicyReading = @Sendable (Document) -> Reading

/// The documents of a log by digest. Each is read once for every combination of format and addresses that fetches name.
public final class DocumentShelf {
  private final class Entry {
    let text: String
    var readings: [(format: ExactString, url: ExactString, storeURL: ExactString?, reading: Reading)] = []
    init(_ text: String) { self.text = text }
  }

  private var entries: [ExactString: Entry] = [:]
  private let read: PolicyReading
  /// A document that replaces every fetched one.
  private let replacement: (entry: Entry, digest: ExactString, format: ExactString)?
  /// Finds a document that no event brought.
  private let findText: (ExactString) throws -> String?
  private var recent: [(digest: ExactString, entry: Entry)] = []

  /// - Parameters:
  ///   - read: how documents become policies, such as `Formats.reading` of HeraldFormats.
  ///   - replacement: a document to read in place of every fetched one.
  ///   - find: finds a document by its digest where no event brought it; nil for an unknown one.
  public init(
    reading read: @escaping PolicyReading, replacement: Document? = nil,
    find: @escaping (ExactString) throws -> String? = { _ in nil }
  ) {
    self.read = read
    self.replacement = replacement.map { (Entry($0.text), $0.digest, $0.format) }
    findText = find
  }

  /// Puts a document on the shelf.
  public func put(_ text: String, digest: ExactString) {
    if entries[digest] == nil { entries[digest] = Entry(text) }
  }

  /// Whether a document with this digest is known.
  public func contains(_ digest: ExactString) throws -> Bool { try entry(digest) != nil }

  /// The document with a digest; nil where it is unknown.
  func text(_ digest: ExactString) throws -> String? { try entry(digest)?.text }

  private func entry(_ digest: ExactString) throws -> Entry? {
    // Most fetches name one of a few documents, found faster in a short list than by a hash.
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

  /// The result of reading a fetch's document; nil for a 304, which brings none.
  package func reading(of fetch: FetchSucceeded) throws -> Reading? {
    guard fetch.status == 200, let digest = fetch.digest else { return nil }
    if let replacement { return reading(replacement.entry, replacement.digest, as: replacement.format, fetch) }
    return try entry(digest).map { reading($0, digest, as: fetch.format, fetch) }
  }

  /// A fetch as if it had brought the replacement, read for this fetch's addresses; where there is none, as it is.
  ///
  /// A 304 brings it too: it says that the document has not changed, and that document would be the replacement.
  public func replacing(_ fetch: FetchSucceeded) -> FetchSucceeded {
    guard let replacement else { return fetch }
    var fetch = fetch
    fetch.status = 200
    fetch.format = replacement.format
    fetch.digest = replacement.digest
    fetch.reading = reading(replacement.entry, replacement.digest, as: replacement.format, fetch)
    return fetch
  }

  /// The policy may depend on the fetch: the document is read once for each store page, and once for each address
  /// where the address matters.
  private func reading(
    _ entry: Entry, _ digest: ExactString, as format: ExactString, _ fetch: FetchSucceeded
  ) -> Reading {
    if let known = entry.readings.first(where: {
      $0.format == format && $0.url == fetch.url && $0.storeURL == fetch.storeURL
    }) {
      return known.reading
    }
    let sameButURL = entry.readings.lazy.filter { $0.format == format && $0.storeURL == fetch.storeURL }
    for case .accepted(let policy) in sameButURL.map(\.reading) {
      guard let copy = policy.fetched(from: fetch.url) else { break }
      // A few addresses come again and again; where each device has its own, none does.
      if entry.readings.count < 16 { entry.readings.append((format, fetch.url, fetch.storeURL, .accepted(copy))) }
      return .accepted(copy)
    }
    let reading = read(
      Document(text: entry.text, digest: digest, format: format, url: fetch.url, storeURL: fetch.storeURL))
    // A log that changes its URL with every fetch must not fill the memory.
    if entry.readings.count >= 64 { entry.readings.removeFirst(32) }
    entry.readings.append((format, fetch.url, fetch.storeURL, reading))
    return reading
  }

  /// The policy that a snapshot names; nil where its document is nowhere or cannot be read.
  func policy(named name: Policy.Name) throws -> Policy? {
    let fetch = FetchSucceeded(
      trigger: .launch, url: name.url ?? "", format: name.format, storeURL: name.storeURL, digest: name.digest)
    guard case .accepted(let policy) = try reading(of: fetch) else { return nil }
    return policy
  }
}
