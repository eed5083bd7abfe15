package import Herald
import HeraldFormats
package import HeraldLog

/// The lines of one installation as a log of their own, as they were written.
///
/// A document that another installation's fetch brought is added to the first fetch that names it. Without it, what the
/// device applied would be unknown.
package struct InstallationLines {
  private let reader: LogReader
  private let source: ExactString
  private var own = OwnLines()
  private var isOver = false
  /// The number of documents that were added so far.
  package var added: Int { own.added }

  /// - Parameter reader: a log of this and other installations.
  package init(_ reader: LogReader, of source: ExactString) { (self.reader, self.source) = (reader, source) }

  /// The next lines, each with its newline, which may be none; nil at the end.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  package mutating func next() throws -> [UInt8]? {
    if isOver { return nil }
    var found: [LoggedLine] = []
    isOver = try !reader.nextLines { if $0.stream != nil, $0.event.source == source { found.append($0) } }
    var bytes: [UInt8] = []
    for line in found { bytes += try own.line(line, in: reader) }
    return bytes
  }
}

/// Makes the lines of one installation a log of their own.
struct OwnLines {
  private var known: Set<ExactString> = []
  /// The number of documents that were added so far.
  private(set) var added = 0

  /// The next line with its newline, and with the document that its digest alone names.
  mutating func line(_ line: LoggedLine, in reader: LogReader) throws -> [UInt8] {
    let document = try missingDocument(of: line, in: reader)
    if document != nil { added += 1 }
    return (document.map(line.bringing) ?? line.bytes) + [0x0A]
  }

  private mutating func missingDocument(of line: LoggedLine, in reader: LogReader) throws -> String? {
    guard case .fetchSucceeded(let fetch) = line.event.data, fetch.status == 200, let digest = fetch.digest,
      known.insert(digest).inserted, fetch.document == nil
    else { return nil }
    return try reader.document(digest)
  }
}

extension LoggedEvents {
  /// Number of bytes of a stream that are read at once.
  private static let pieceSize = 1 << 20

  /// One installation of a ledger as a log of its own. The lines of other installations are not read.
  ///
  /// - Parameter name: the log in messages.
  package init(of source: ExactString, in ledger: LedgerReader, named name: String) throws {
    var revision = 0
    let stream = try ByteSource(name: name) { (bytes: inout [UInt8]) in
      let lines = try ledger.lines(of: source, after: revision, atMost: .max, bytes: Self.pieceSize)
      for line in lines { bytes += line.bytes + [0x0A] }
      revision = lines.last?.revision ?? revision
      return !lines.isEmpty
    }
    // Gaps were accepted when the events came.
    let options = ReadingOptions(isPartial: true)
    let all = LogReader(
      log: stream, shelf: DocumentShelf(reading: Formats.reading) { try ledger.document($0) }, options: options)
    var lines = InstallationLines(all, of: source)
    let own = try ByteSource(name: name) { (bytes: inout [UInt8]) in
      guard let next = try lines.next() else { return false }
      bytes += next
      return true
    }
    self.init(
      LogReader(log: own, shelf: DocumentShelf(reading: Formats.reading), options: options), named: LogName(name),
      reading: options)
  }
}

extension FurtherMembers {
  /// The members that say what a small log was made from: they name no person.
  var origin: FurtherMembers {
    var origin = FurtherMembers()
    origin.attributes = attributes.filter { $0.name == SmallLog.revisionName && Int($0.json) != nil }
    origin.data = data.filter { member in
      member.name == SmallLog.originName
        && (try? JSONNode.read(member.json).node.string).map { Digest.isWellFormed(ExactString($0)) } ?? false
    }
    return origin
  }
}

/// Finds the members of an event's line that Herald doesn't read, which may contain anything.
enum UnknownMembers {
  /// The unknown members of a line that was read as an event. Members that are `null` count as missing.
  static func of(_ line: [UInt8], readAs type: EventType?) -> FurtherMembers {
    var further = FurtherMembers()
    // The line was read before, so it is JSON.
    guard let envelope = try? JSONNode.read(String(decoding: line, as: UTF8.self)).node.members else { return further }
    for member in envelope {
      if member.name == "data", type == nil {
        further.unknownData = member.node.isNull ? nil : String(decoding: line[member.node.place], as: UTF8.self)
      } else if member.name == "data" {
        further.data = unknown(member.node.members ?? [], in: line, known: type.flatMap { fieldNames[$0] } ?? [])
      }
    }
    // Data of an unknown type may be of any kind, which this attribute names.
    let names = type == nil ? attributeNames.subtracting(["datacontenttype"]) : attributeNames
    further.attributes = unknown(envelope, in: line, known: names)
    return further
  }

  private static func unknown(
    _ members: [JSONMember], in line: [UInt8], known: Set<ExactString>
  ) -> [FurtherMembers.Member] {
    members.filter { !$0.node.isNull && !known.contains(ExactString($0.name)) }.map {
      ($0.name, String(decoding: line[$0.node.place], as: UTF8.self))
    }
  }

  private static let attributeNames: Set<ExactString> = [
    "specversion", "id", "source", "type", "time", "revision", "dataversion", "datacontenttype", "data", "salt",
  ]
  private static let fieldNames = Dictionary(
    uniqueKeysWithValues: EventType.allCases.map { ($0, Set($0.fieldNames.map { ExactString($0) })) })
}
