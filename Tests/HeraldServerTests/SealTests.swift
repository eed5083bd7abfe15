import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldPacking
import HeraldTestSupport
import SystemPackage
import Testing

@testable import HeraldServer

@Suite("Sealing what a server has")
struct SealTests {
  /// Later than all events.
  private static let all = "2099-01-01T00:00:00Z"

  private static func seal(_ server: TestedServer, _ target: String, before: String = all) throws -> [SegmentManifest] {
    try FolderSeal(server.folder.path, to: target).seal(
      TestedServer.app, before: try time(before).moment, progress: { _ in })
  }

  /// A segment with its manifest.
  private struct Sealed {
    let manifest: SegmentManifest
    let digest: String
    let path: String
  }

  /// The segments of a folder in their order. There is no file without a manifest.
  private static func segments(_ target: String) throws -> [Sealed] {
    let folder = "\(target)/\(TestedServer.app)"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let sealed = try names.filter { $0.hasSuffix(".manifest.json") }.map { name in
      let bytes = [UInt8](try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
      let manifest = try #require(SegmentManifest(bytes, of: name))
      return Sealed(
        manifest: manifest, digest: try SyncedFile.sum(of: "\(folder)/\(name)").sha256,
        path: "\(folder)/\(manifest.segment)")
    }
    #expect(names.filter { $0.hasSuffix(".zst") } == sealed.map(\.manifest.segment))
    return sealed
  }

  /// Expects that each manifest names the one before it and its segment, and that the ledger has the heads of the last.
  private static func check(_ segments: [Sealed], of server: TestedServer) throws {
    var previous: Sealed?
    for (index, segment) in segments.enumerated() {
      #expect(segment.manifest.number == index + 1)
      #expect(segment.manifest.previous == previous?.digest)
      #expect(segment.manifest.first > previous?.manifest.last ?? 0)
      #expect(
        try SyncedFile.sum(of: segment.path)
          == SyncedFile.Sum(bytes: segment.manifest.bytes, sha256: segment.manifest.sha256))
      previous = segment
    }
    let heads = try #require(segments.last).manifest.heads
    let reader = try LedgerReader(path: server.ledger, reading: Formats.reading)
    #expect(try reader.auditChain(against: heads).breaks.isEmpty)
    #expect(try reader.auditDerived(progress: { _ in }) == nil)
  }

  /// Expects that the segments make the ledger again.
  private static func imports(_ segments: [Sealed], equals server: TestedServer) throws -> String {
    let path = TestedServer.newPath() + ".sqlite"
    let ledger = try Ledger(path: path)
    for segment in segments {
      let file = try FileDescriptor.open(FilePath(segment.path), .readOnly)
      try file.closeAfter {
        let zstd = try ZstdStream(segment.path) { span in try span.withUnsafeMutableBytes { try file.read(into: $0) } }
        // A phone that went on behind a line that was refused left a gap.
        _ = try ledger.importLog(
          try ByteSource(name: segment.path) { try zstd.read(into: &$0) }, options: ReadingOptions(isPartial: true))
      }
    }
    try ledger.close()
    let again = try LedgerReader(path: path, reading: Formats.reading)
    let served = try LedgerReader(path: server.ledger, reading: Formats.reading)
    let lines = try [again, served].map { try $0.lines(after: 0, atMost: .max).map(\.line) }
    #expect(lines[0] == lines[1])
    #expect(!lines[0].isEmpty)
    #expect(try again.heads() == served.heads())
    return path
  }

  @Test("Segments make the same ledger again, and a later seal goes on behind the last one")
  func again() async throws {
    try await TestedServer.run { server in
      let target = TestedServer.newPath()
      for turn in 0..<3 {
        // With a gap, as of a phone that went on behind a line that was refused for good.
        let lines = SentLines.stream("/i/sealed", 40, from: 41 * turn + 1)
        let sent = try await server.send(lines, headers: turn == 0 ? [:] : ["Herald-Skip": "\(41 * turn)"])
        #expect(sent.status == 200)
        #expect(try Self.seal(server, target).count == 1)
      }
      #expect(try Self.seal(server, target).isEmpty)
      let segments = try Self.segments(target)
      #expect(segments.count == 3)
      try Self.check(segments, of: server)
      _ = try Self.imports(segments, equals: server)
    }
  }

  @Test("A seal before any event is of nothing, and a seal behind all events has each of them")
  func before() async throws {
    try await TestedServer.run { server in
      #expect(try await server.send(SentLines.stream("/i/before", 10)).status == 200)
      #expect(try Self.seal(server, TestedServer.newPath(), before: "2000-01-01T00:00:00Z").isEmpty)
      let segments = try Self.seal(server, TestedServer.newPath())
      #expect(segments.map(\.events).reduce(0, +) == 10)
    }
  }

  @Test("A crash between a manifest and its segment is made good by the next seal")
  func halfway() async throws {
    try await TestedServer.run { server in
      #expect(try await server.send(SentLines.stream("/i/halfway", 10)).status == 200)
      let target = TestedServer.newPath()
      let name = try #require(try Self.seal(server, target).first).segment
      let (segment, drafts) = ("\(target)/\(TestedServer.app)/\(name)", "\(target)/.sealing/\(TestedServer.app)")
      try FileManager.default.moveItem(atPath: segment, toPath: "\(drafts)/\(name)")
      try Data("half".utf8).write(to: URL(fileURLWithPath: "\(drafts)/segment.part"))
      #expect(try Self.seal(server, target).isEmpty)
      #expect(FileManager.default.fileExists(atPath: segment))
      #expect(try FileManager.default.contentsOfDirectory(atPath: drafts).isEmpty)
    }
  }

  @Test("Another ledger is not sealed behind the segments that are there")
  func otherLedger() async throws {
    let target = TestedServer.newPath()
    for (source, isFirst) in [("/i/one", true), ("/i/other", false)] {
      try await TestedServer.run { server in
        #expect(try await server.send(SentLines.stream(source, 3)).status == 200)
        if isFirst {
          _ = try Self.seal(server, target)
        } else {
          let error = try #require(throws: ServerError.self) { try Self.seal(server, target) }
          #expect(error.diagnostic.code.name == "otherLedgerSealed")
          #expect(error.exitStatus == .disagreement)
        }
      }
    }
  }

  @Test("A ledger that forgot something is sealed anew alone, and its segments make it again")
  func forgotten() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/to-forget", 10) + SentLines.stream("/i/to-keep", 10)
      #expect(try await server.send(lines).status == 200)
      let target = TestedServer.newPath()
      _ = try Self.seal(server, target)
      let asked = try await server.request(.post, "/v1/forget?installation=/i/to-forget&reason=a%20test")
      #expect(asked.status == 200)
      let error = try #require(throws: ServerError.self) { try Self.seal(server, target) }
      #expect(error.diagnostic.code.name == "forgottenSinceSeal")
      #expect(error.exitStatus == .disagreement)
      let anew = TestedServer.newPath()
      _ = try Self.seal(server, anew)
      let path = try Self.imports(try Self.segments(anew), equals: server)
      _ = try CopyAudit(ledger: path, name: path, code: .changedLedger).run(progress: { _ in })
    }
  }
}
