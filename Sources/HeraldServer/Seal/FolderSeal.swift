import Foundation
package import Herald
import HeraldFormats
import HeraldLog

/// Copies of what a server's ledgers have, in pieces that never change. The ledgers keep everything.
package struct FolderSeal {
  private let folder: String
  private let target: String
  private let most: Int
  private let drafts: String
  /// Keeps a second seal from the target.
  private let lock: WriterLock

  /// The most events in a segment. A segment is imported in one transaction, and programs read several segments at a time.
  package static let mostEvents = 1_000_000

  /// - Parameters:
  ///   - folder: the server's folder.
  ///   - target: the folder of the segments, which is made where there is none.
  ///   - most: the most events in a segment.
  /// - Throws: ``ServerError`` for another folder; `LedgerError` where another process seals to the target.
  package init(_ folder: String, to target: String, atMost most: Int = FolderSeal.mostEvents) throws {
    (self.folder, self.target, self.most) = (folder, target, most)
    try ServerFile.check(folder)
    try SegmentSeries.makeFolder(target)
    drafts = "\(target)/.sealing"
    try SegmentSeries.makeFolder(drafts)
    lock = try WriterLock(ledger: "\(drafts)/seal")
  }

  /// The names of the apps.
  ///
  /// - Throws: an error of Foundation if the folder cannot be read.
  package func apps() throws -> [String] { try Apps.names(in: "\(folder)/\(ServerFile.apps)") }

  /// Seals the events of an app's ledger that lie before a time and are in no segment yet.
  ///
  /// - Parameter progress: called now and then with the part that is done, from 0 to 1.
  /// - Returns: the new segments; empty where there is nothing new.
  /// - Throws: ``ServerError`` for another ledger than the sealed one, or a ledger that was changed.
  package func seal(
    _ app: String, before time: Timestamp, progress: @escaping (Double) -> Void
  ) throws -> [SegmentManifest] {
    let path = "\(folder)/\(ServerFile.ledger(of: app))"
    let series = try SegmentSeries(of: app, in: target, drafts: drafts)
    let reader = try LedgerReader(path: path, reading: Formats.reading)
    try compare(reader, with: series.last?.manifest) { progress($0 * 0.4) }
    let start = series.last?.manifest.last ?? 0
    let end = try reader.cut(before: time, after: start) { progress(0.4 + $0 * 0.2) }
    guard end > start else { return [] }
    var writer = SegmentsWriter(series: series, forgotten: try reader.forgottenDigests())
    try reader.segments(after: start, through: end, atMost: most, to: &writer) { progress(0.6 + $0 * 0.4) }
    return writer.added
  }

  /// Throws unless the ledger is unchanged, has the heads of the last segment and has forgotten nothing since.
  private func compare(
    _ reader: LedgerReader, with last: SegmentManifest?, progress: @escaping (Double) -> Void
  ) throws {
    let report = try reader.auditChain(against: last?.heads ?? [], progress: progress)
    if let last, try reader.forgottenDigests() != last.forgotten {
      throw ServerError(
        .forgottenSinceSeal, "`\(reader.path)` forgot something since its last segment.", file: reader.path,
        why: "`\(last.segment)` and those before it still have it")
    }
    guard let first = report.breaks.first else { return }
    let isOther = [.otherHead, .streamMissing, .tailMissing].contains(first.kind)
    throw ServerError(
      isOther && last != nil ? .otherLedgerSealed : .changedLedger,
      isOther && last != nil
        ? "`\(reader.path)` is not the ledger that was sealed." : "`\(reader.path)` is not what was written to it.",
      file: reader.path, why: "\(first.kind.rawValue) at revision \(first.revision) of `\(first.source)`")
  }
}

/// Writes one segment after the other.
private struct SegmentsWriter: SegmentSink {
  var series: SegmentSeries
  let forgotten: Int
  var added: [SegmentManifest] = []
  private var current: SegmentFile?

  init(series: SegmentSeries, forgotten: Int) { (self.series, self.forgotten) = (series, forgotten) }

  mutating func begin() throws { current = try series.draft() }
  func take(notice line: BorrowedBytes) throws { try current?.write(line) }
  func take(_ line: SegmentLine) throws { try current?.write(line) }

  mutating func end() throws {
    guard let segment = current else { return }
    current = nil
    added.append(try series.add(segment, forgotten: forgotten))
  }
}
