package import Herald
package import HeraldLog

/// The events of one installation, each with its line, from the first event on.
package struct Incident {
  /// The installation.
  package let source: ExactString
  /// The events in their order. Their fetches are read into policies.
  package let events: [Event]
  /// The line of each event as it was written, without its newline.
  package let lines: [[UInt8]]
  /// The documents that the events name, by digest.
  package let documents: [ExactString: String]
  /// Reads a document into a policy.
  let read: PolicyReading

  package init(
    of source: ExactString, _ lines: [LoggedLine], documents: [ExactString: String],
    reading read: @escaping PolicyReading
  ) {
    self.source = source
    events = lines.map(\.event)
    self.lines = lines.map(\.bytes)
    self.documents = documents
    self.read = read
  }

  /// Reads the events of an installation.
  ///
  /// - Parameters:
  ///   - source: the installation; nil for that of the log's first event.
  ///   - reader: a log of this and perhaps other installations.
  ///   - step: called after each line.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  package init(
    of source: ExactString?, in reader: LogReader, reading read: @escaping PolicyReading, step: () -> Void = {}
  ) throws {
    var lines: [LoggedLine] = []
    var documents: [ExactString: String] = [:]
    while try reader.nextLines({ line in
      step()
      guard let stream = line.stream, source.map({ $0 == line.event.source }) ?? (stream == 0) else { return }
      lines.append(line)
      guard case .fetchSucceeded(let fetch) = line.event.data, let digest = fetch.digest, documents[digest] == nil
      else { return }
      documents[digest] = try reader.document(digest)
    }) {}
    self.init(
      of: source ?? lines.first?.event.source ?? "", lines, documents: documents, reading: read)
  }

  /// The same incident without the events behind one.
  ///
  /// - Parameter last: the index of the last event that stays.
  func upTo(_ last: Int) -> Incident { Incident(self, count: min(last + 1, events.count)) }

  private init(_ other: Incident, count: Int) {
    source = other.source
    events = Array(other.events.prefix(count))
    lines = Array(other.lines.prefix(count))
    documents = other.documents
    read = other.read
  }

  /// All of it.
  var whole: IncidentExcerpt {
    IncidentExcerpt(entries: events.enumerated().map { IncidentExcerpt.Entry(index: $0, fact: $1.fact) })
  }
}

/// A part of an incident: the events that are left, and what is left of their documents and properties.
package struct IncidentExcerpt {
  /// An event that is left.
  package struct Entry {
    /// The event's index in its incident.
    package let index: Int
    /// The event's fact, which may have lost properties or parts of its document.
    package var fact: Fact
  }

  /// The events that are left, in their order.
  package var entries: [Entry]
  /// The documents that lost something, by the digest of the original.
  package var documents: [ExactString: String] = [:]

  /// The excerpt without the events at some places.
  func without(_ places: Set<Int>) -> IncidentExcerpt {
    var rest = self
    rest.entries = entries.enumerated().lazy.filter { !places.contains($0.offset) }.map(\.element)
    return rest
  }

  /// The index of each event that is left.
  package var kept: [Int] { entries.map(\.index) }
}
