import Foundation
import Herald
import HeraldRuntime
import Testing

@Suite("An inbox")
struct InboxTests {
  static let push = Push(kind: "forceUpdate", url: "https://example.com/x", targetVersion: "2.0")

  @Test("An inbox hands events over in their order, before the app's next one, under the app's name")
  func inboxHandsOverInOrder() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    let ids = try [phone.inbox.received(Push(kind: "news")), phone.inbox.received(Self.push)]
    phone.wait(hours: 1)
    guard case .blocked = await app.attempt("placeOrder") else {
      Issue.record("the push from the inbox does not block")
      return
    }
    let steps = try phone.replayed().suffix(4)
    #expect(
      steps.map(\.event.type.string) == ["push.received", "push.received", "operation.attempted", "prompt.shown"])
    #expect(steps.prefix(2).map(\.event.id.string) == ids)
    #expect(steps.allSatisfy { $0.event.source == "/i/1" })
    #expect(await app.state.latch?.event.string == ids[1])
    #expect(!FileManager.default.fileExists(atPath: phone.inbox.path))
  }

  @Test("An inbox is taken in once, even if the process died before its file was removed")
  func inboxIsTakenInOnce() async throws {
    let phone = try TestPhone()
    let first = phone.installation()
    await first.launched(properties: TestPhone.old)
    try phone.inbox.received(Self.push)
    let records = try Data(contentsOf: URL(fileURLWithPath: phone.inbox.path))
    await first.backgrounded()
    let types = try phone.types()
    try await first.close()
    // As it was before the removal, with one more that came since.
    try records.write(to: URL(fileURLWithPath: phone.inbox.path + "-taking"))
    try phone.inbox.received(Push(kind: "news"))
    await phone.installation().backgrounded()
    #expect(try phone.types() == types + ["push.received", "app.backgrounded"])
    #expect(phone.findings.value.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: phone.folder.path).filter { $0.contains("inbox") } == [])
  }

  @Test("An inbox leaves a torn record out, reports it, and takes the others", arguments: 1...5)
  func tornRecordIsReported(_ cut: Int) async throws {
    let phone = try TestPhone()
    try phone.inbox.received(Self.push)
    let file = URL(fileURLWithPath: phone.inbox.path)
    let record = try Data(contentsOf: file)
    try (record + record.prefix(record.count * cut / 6)).write(to: file)
    await phone.installation().backgrounded()
    #expect(try phone.types() == ["push.received", "app.backgrounded"])
    #expect(phone.findings.value.map(\.code.name) == ["torn"])
  }

  @Test("An inbox keeps a record whole that follows a torn one")
  func recordAfterATornOneIsKept() async throws {
    let phone = try TestPhone()
    try Data(#"{"specversion":"1.0","id":"x"#.utf8).write(to: URL(fileURLWithPath: phone.inbox.path))
    try phone.inbox.received(Self.push)
    await phone.installation().backgrounded()
    #expect(try phone.types() == ["push.received", "app.backgrounded"])
    #expect(phone.findings.value.map(\.code.name) == ["badRecord"])
  }

  @Test("An inbox takes a last record that only lacks its newline")
  func recordWithoutANewlineIsTaken() async throws {
    let phone = try TestPhone()
    try phone.inbox.received(Self.push)
    let file = URL(fileURLWithPath: phone.inbox.path)
    try Data(contentsOf: file).dropLast().write(to: file)
    await phone.installation().backgrounded()
    #expect(try phone.types() == ["push.received", "app.backgrounded"])
    #expect(phone.findings.value.isEmpty)
  }

  @Test("An inbox loses and mixes nothing while several processes write and the app takes in")
  func parallelWritersLoseNothing() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    let inbox = phone.inbox
    let long = String(repeating: "x", count: 20_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for _ in 0..<25 { try inbox.received(Push(kind: "\(writer)", url: long)) } }
      }
      for _ in 0..<20 { await app.backgrounded() }
      try await group.waitForAll()
    }
    await app.backgrounded()
    let types = try phone.types()
    #expect(types.count { $0 == "push.received" } == 100)
    #expect(types.count == 121)
    #expect(phone.findings.value.isEmpty)
  }

  @Test("An inbox waits while the ledger cannot be written, and comes after what waits longer")
  func inboxWaitsForTheLedger() async throws {
    let phone = try TestPhone()
    let app = phone.installation()
    await app.launched(properties: TestPhone.old)
    try phone.breakLedger()
    try phone.inbox.received(Self.push)
    await app.backgrounded()
    try phone.breakLedger(false)
    await app.backgrounded()
    #expect(try phone.types().suffix(3) == ["app.backgrounded", "push.received", "app.backgrounded"])
  }

  @Test("An inbox that cannot be written says where and why")
  func unwritableInboxIsReported() throws {
    let inbox = Inbox(path: "/nowhere/inbox.jsonl")
    let error = #expect(throws: InboxError.self) { try inbox.received(Self.push) }
    #expect(error?.diagnostic.file == "/nowhere/inbox.jsonl")
  }
}
