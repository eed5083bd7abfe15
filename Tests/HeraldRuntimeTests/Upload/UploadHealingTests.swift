import Foundation
import Herald
import HeraldFetch
import HeraldLog
import HeraldRuntime
import Testing

@Suite("An upload that heals")
struct UploadHealingTests {
  private let test: UploadingPhone

  init() throws { test = try UploadingPhone() }

  /// A phone with four events. The server acknowledged all of them.
  private func uploaded() async throws -> Installation {
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    await app.backgrounded()
    await app.foregrounded()
    #expect(try await test.sends(app).acknowledged == 4)
    return app
  }

  /// The data of the evidence in the phone's ledger.
  private func evidence() throws -> [String] {
    try test.phone.lines().filter { $0.contains(#""type":"upload.contradicted""#) }
  }

  @Test("A server that was restored from a backup gets everything again, and the phone keeps the evidence")
  func forgetfulServerGetsEverythingAgain() async throws {
    let app = try await uploaded()
    let known = try #require(try test.head())
    try test.server.restore(first: 2)
    await app.backgrounded()
    let status = try await test.sends(app)
    #expect(status.standing == .complete)
    #expect(status.acknowledged == 6)
    #expect(status.findings.map(\.code.name) == ["serverContradicts"])
    #expect(try test.isSynced())
    let found = try evidence()
    #expect(found.count == 1)
    #expect(found[0].contains(#""server":{"head":2,"#))
    #expect(found[0].contains(#""own":{"head":4,"chain":"\#(known.chain)"}"#))
  }

  @Test("A server that lost everything gets everything again")
  func emptyServerGetsEverythingAgain() async throws {
    let app = try await uploaded()
    try test.server.restore(first: 0)
    await app.backgrounded()
    #expect(try await test.sends(app).standing == .complete)
    #expect(try test.isSynced())
    #expect(try evidence().count == 1)
  }

  @Test("A server that tells another chain is contradicted once, with both chains")
  func anotherChainIsEvidence() async throws {
    let app = try await uploaded()
    test.server.manner.change { $0 = .liesAboutTheChain }
    await app.backgrounded()
    _ = try await test.sends(app)
    await app.backgrounded()
    #expect(try await test.sends(app).standing == .complete)
    let found = try evidence()
    #expect(found.count == 1)
    #expect(found[0].contains(#""server":{"head":5,"chain":"0000"#))
    #expect(try test.isSynced())
  }

  @Test("A server that tells a smaller head is contradicted, and asked no more than a few times")
  func smallerHeadIsEvidence() async throws {
    let app = try await uploaded()
    test.server.manner.change { $0 = .liesAboutTheHead }
    await app.backgrounded()
    let status = try await test.sends(app)
    guard case .waiting = status.standing else {
      Issue.record("\(status)")
      return
    }
    #expect(try evidence().count == 1)
    #expect(test.server.received.value.count < 10)
  }

  @Test("A forked stream continues under a new name from the next launch on, and the app is told")
  func forkedStreamGetsANewName() async throws {
    let app = try await uploaded()
    try test.server.take(
      #"{"specversion":"1.0","id":"other","source":"/i/1","type":"app.backgrounded","time":"2026-03-02T08:00:00.000Z","revision":5,"data":{}}"#
    )
    await app.backgrounded()
    let status = try await test.sends(app)
    let name = try #require(test.renamed.value.first)
    #expect(status.standing == .renamed(name))
    #expect(status.findings.map(\.code.name) == ["streamForked"])
    #expect(try evidence().isEmpty)
    await app.foregrounded()
    let requests = test.server.received.value.count
    #expect(try await test.sends(app).standing == .renamed(name))
    #expect(test.server.received.value.count == requests)

    #expect(await app.launched(properties: TestPhone.old).outcome == .none)
    #expect(try await test.sends(app).standing == .complete)
    #expect(try test.server.head(of: name)?.revision == 2)
    #expect(try test.server.head(of: name) == test.head(of: name))
    try await app.close()
    // The next process finds the new name too, whether the app gives one or not.
    for source in ["/i/1", nil] {
      let next = test.app(source: source)
      #expect(try await next.open() == name)
      try await next.close()
    }
  }

  @Test("A phone that was restored from a backup gets a new name, because the server has later events of the old one")
  func restoredPhoneGetsANewName() async throws {
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    try await app.close()
    let backup = test.phone.path("backup.sqlite")
    try FileManager.default.copyItem(atPath: test.phone.ledger, toPath: backup)
    let later = test.app()
    await later.backgrounded()
    await later.backgrounded()
    _ = try await test.sends(later)
    try await later.close()
    for ending in ["", "-wal", "-shm", "-uploads"] {
      try? FileManager.default.removeItem(atPath: test.phone.ledger + ending)
    }
    try FileManager.default.copyItem(atPath: backup, toPath: test.phone.ledger)
    let restored = test.app()
    _ = try await test.sends(restored)
    #expect(test.renamed.value.count == 1)
  }

  @Test("An installation that the server was asked to forget gets a new name, and its old events stay at home")
  func forgottenInstallationGetsANewName() async throws {
    let app = try await uploaded()
    try test.server.forget("/i/1")
    await app.backgrounded()
    let status = try await test.sends(app)
    #expect(status.findings.map(\.code.name) == ["streamForgotten"])
    #expect(try evidence().isEmpty)
    #expect(test.renamed.value.count == 1)
    await app.launched(properties: TestPhone.old)
    let second = try await test.sends(app)
    #expect(second.standing == .complete)
    // The server forgot the document too, so the new stream brings it again.
    #expect(second.findings.isEmpty)
    #expect(try test.server.lines().filter { !$0.contains("urn:herald:ledger") }.count == 2)
  }

  @Test("A line that the server refuses for good is told and passed over")
  func refusedLineIsPassedOver() async throws {
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    await app.backgrounded()
    await app.foregrounded()
    let ids = try test.phone.replayed().map(\.event.id.string)
    test.server.refused.change { $0 = [ids[2]] }
    let status = try await test.sends(app)
    #expect(status.standing == .complete)
    #expect(status.acknowledged == 4)
    #expect(status.findings.map(\.code.name) == ["lineRefused"])
    #expect(test.server.received.value.last?.headers["herald-skip"] == "3")
    #expect(try test.server.lines().count == 3)
    await app.backgrounded()
    #expect(try await test.sends(app).findings.isEmpty)
  }

  @Test(
    "A phone whose first lines were refused shows the first stored one where its token is not valid any more",
    arguments: [1, 3])
  func tokenIsLostBehindRefusedLines(count: Int) async throws {
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    await app.backgrounded()
    await app.foregrounded()
    let ids = try test.phone.replayed().map(\.event.id.string)
    test.server.refused.change { $0 = Set(ids[..<count]) }
    #expect(try await test.sends(app).acknowledged == 4)
    test.server.secret.change { $0 = "another token" }
    await app.backgrounded()
    let status = try await test.sends(app)
    #expect(status.standing == .complete)
    #expect(status.acknowledged == 5)
    #expect(status.findings.isEmpty)
    #expect(test.renamed.value.isEmpty)
    #expect(try test.server.lines().count == 5 - count)
    await app.foregrounded()
    #expect(try await test.sends(app).standing == .complete)
    #expect(test.server.received.value.last?.headers["herald-stream"] == "another token of /i/1")
  }

  @Test("A phone whose first line is refused after it was stored continues under a new name")
  func refusedProofGetsANewName() async throws {
    let app = try await uploaded()
    let ids = try test.phone.replayed().map(\.event.id.string)
    test.server.refused.change { $0 = [ids[0]] }
    test.server.secret.change { $0 = "another token" }
    await app.backgrounded()
    let status = try await test.sends(app)
    #expect(status.standing == .renamed(try #require(test.renamed.value.first)))
    #expect(status.findings.map(\.code.name) == ["lineRefused", "streamForked"])
    #expect(try evidence().isEmpty)
  }

  @Test("A server that takes few events at once gets few at once")
  func smallServerGetsFewAtOnce() async throws {
    let app = test.app()
    await app.launched(properties: TestPhone.old)
    for _ in 0..<20 { await app.backgrounded() }
    test.server.manner.change { $0 = .takes(lines: 3) }
    #expect(try await test.sends(app).acknowledged == 22)
    #expect(try test.isSynced())
  }
}
