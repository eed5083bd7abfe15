import Foundation
import Herald
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("Manifests of backups and segments")
struct ManifestTests {
  private static let segment = SegmentManifest(
    app: "com.example.shop", number: 42, sha256: String(repeating: "ab", count: 32), bytes: 7, events: 3, first: 10,
    last: 12, times: Timestamp(milliseconds: 0)...Timestamp(milliseconds: 1_772_438_400_123), forgotten: 1,
    previous: String(repeating: "0", count: 64),
    heads: [StreamHead(source: "/i/1", revision: 2, chain: String(repeating: "cd", count: 32))])

  @Test("A segment's manifest is read as it was written")
  func segmentIsReadAgain() throws {
    let read = try #require(SegmentManifest(Self.segment.json, of: "test"))
    #expect(read.json == Self.segment.json)
    #expect(read.heads == Self.segment.heads)
    #expect(read.times == Self.segment.times)
  }

  @Test("A segment and its manifest have the number in their names")
  func namesHaveTheNumber() {
    #expect(Self.segment.segment == "000042-\(String(repeating: "ab", count: 32)).jsonl.zst")
    #expect(Self.segment.file == "000042.manifest.json")
    #expect(SegmentManifest.number(ofFile: Self.segment.file) == 42)
    #expect(SegmentManifest.number(ofFile: "1000000.manifest.json") == 1_000_000)
  }

  @Test("Other files are not manifests", arguments: ["42.manifest.json", "000042.json", "00004x.manifest.json", ""])
  func otherNames(name: String) { #expect(SegmentManifest.number(ofFile: name) == nil) }

  @Test(
    "A text that lacks something is no manifest of a segment",
    arguments: ["app", "sha256", "last", "heads", "manifest"])
  func incompleteSegment(member: String) {
    let text = String(decoding: Self.segment.json, as: UTF8.self).replacingOccurrences(
      of: "\"\(member)\":", with: "\"x\":")
    #expect(SegmentManifest(Array(text.utf8), of: "test") == nil)
  }

  private static func backup(path: String) -> BackupManifest {
    var manifest = BackupManifest(made: Timestamp(milliseconds: 1_772_438_400_000))
    manifest.files = [BackupManifest.File(path: path, sum: SyncedFile.Sum(bytes: 1, sha256: "ab"))]
    manifest.apps = [BackedUpApp(name: "com.example.shop", events: 2, installations: 1)]
    return manifest
  }

  @Test("A backup's manifest is read as it was written", arguments: ["secret", "apps/com.example.shop.sqlite"])
  func backupIsReadAgain(path: String) throws {
    let json = Self.backup(path: path).json
    #expect(try #require(BackupManifest(String(decoding: json, as: UTF8.self))).json == json)
  }

  @Test(
    "A backup names no file outside of it",
    arguments: ["/etc/passwd", "../secret", "apps/../secret", "apps/a/b", "other/secret", "", "apps/", "."])
  func backupStaysWithin(path: String) {
    #expect(BackupManifest(String(decoding: Self.backup(path: path).json, as: UTF8.self)) == nil)
  }
}
