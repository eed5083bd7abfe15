import Foundation
import Herald
import HeraldLog
import SystemPackage

/// The segments of an app in a folder, to which segments are added and nothing else is ever done.
///
/// A manifest appears before its segment: where a crash comes between, the next seal lets the segment appear, which lies
/// ready. So a segment that can be seen always has its manifest, and a program that reads all segments reads no event twice.
struct SegmentSeries {
  let app: String
  private let folder: String
  /// The folder of files that have not appeared yet: one in the target, so that copying programs can skip it.
  private let drafts: String
  /// The manifest of the last segment, and its digest; nil before the first.
  private(set) var last: (manifest: SegmentManifest, digest: String)?

  /// - Throws: ``ServerError`` for a manifest that cannot be read, or of another app.
  init(of app: String, in target: String, drafts: String) throws {
    self.app = app
    folder = "\(target)/\(app)"
    self.drafts = "\(drafts)/\(app)"
    try Self.makeFolder(folder)
    try Self.makeFolder(self.drafts)
    last = try readLast()
    if let last { try appear(last.manifest) }
    // A crash may have left parts of a segment that has no manifest.
    for draft in try FileManager.default.contentsOfDirectory(atPath: self.drafts) {
      try FileManager.default.removeItem(atPath: "\(self.drafts)/\(draft)")
    }
  }

  static func makeFolder(_ path: String) throws {
    if mkdir(path, 0o755) != 0, errno != EEXIST { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
  }

  private func readLast() throws -> (manifest: SegmentManifest, digest: String)? {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
      SegmentManifest.number(ofFile: name).map { (number: $0, path: "\(folder)/\(name)") }
    }
    guard let (number, path) = numbers.max(by: { $0.number < $1.number }) else { return nil }
    let bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    guard let manifest = SegmentManifest(bytes, of: path), manifest.number == number, manifest.app == app else {
      throw ServerError(
        .badManifest, "`\(path)` is not the manifest of a segment of `\(app)`.", file: path,
        why: "it cannot be read, or names another app or number")
    }
    return (manifest, try SyncedFile.sum(of: path).sha256)
  }

  /// A new file for the next segment.
  func draft() throws -> SegmentFile { try SegmentFile("\(drafts)/segment.part") }

  /// Adds a segment, durably.
  ///
  /// - Throws: ``ServerError`` where something with its name is there already.
  mutating func add(_ segment: SegmentFile, forgotten: Int) throws -> SegmentManifest {
    let sum = try segment.finish()
    let manifest = SegmentManifest(
      app: app, number: (last?.manifest.number ?? 0) + 1, sha256: sum.sha256, bytes: sum.bytes,
      events: segment.events, first: segment.first, last: segment.last, times: segment.times, forgotten: forgotten,
      previous: last?.digest, heads: segment.heads)
    let place = "\(drafts)/\(manifest.segment)"
    guard rename(segment.path, place) == 0 else { throw SyncedFile.failed(place, Errno(rawValue: errno)) }
    let draft = "\(drafts)/manifest.part"
    let digest = try SyncedFile.write(manifest.json, to: draft).sha256
    try SyncedFile.sync(drafts)
    try name(draft, "\(folder)/\(manifest.file)")
    try appear(manifest)
    last = (manifest, digest)
    return manifest
  }

  /// Lets a segment appear whose manifest is there.
  private func appear(_ manifest: SegmentManifest) throws {
    let draft = "\(drafts)/\(manifest.segment)"
    guard FileManager.default.fileExists(atPath: draft) else { return }
    try SyncedFile.sync(folder)
    try name(draft, "\(folder)/\(manifest.segment)")
    try SyncedFile.sync(folder)
  }

  /// Gives a draft its name, without ever replacing a file, and takes the draft away.
  private func name(_ draft: String, _ path: String) throws {
    if link(draft, path) != 0 {
      let error = Errno(rawValue: errno)
      guard error == .fileExists else { throw SyncedFile.failed(path, error) }
      if !isSame(draft, path) {
        throw ServerError(.sealedTwice, "`\(path)` is there already.", file: path, why: "segments are never replaced")
      }
    }
    unlink(draft)
  }

  /// True if two names are of one file, as after a crash between naming it and taking the draft away.
  private func isSame(_ draft: String, _ path: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(draft, &one) == 0 && stat(path, &other) == 0 && one.st_ino == other.st_ino && one.st_dev == other.st_dev
  }
}
