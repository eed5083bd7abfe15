import Foundation
import Testing

@Suite("herald run --upload")
struct RunUploadTests {
  private let scratch: Scratch
  private let policy: String

  init() throws {
    scratch = try Scratch()
    policy = try scratch.write(CheckTests.policy, to: "policy.json")
  }

  private func run(_ steps: String, _ arguments: String...) throws -> Herald.Run {
    let script = try scratch.write(steps, to: "steps.txt")
    return try Herald.run(
      [
        "run", "--policy", policy, "--ledger", scratch.path("phone.sqlite"), "--property", "appPackageName=com.example",
        "--property", "appVersionName=2.6", "--property", "deviceModel=Pixel 8", "--property", "deviceLanguage=en",
        "--script", script,
      ] + arguments)
  }

  @Test("A phone sends its events to a server, and the server's ledger has the same heads")
  func phoneSendsItsEvents() throws {
    let server = try ServeProcess(scratch.path("server"))
    let run = try run(RunTests.day, "--upload", server.url, "--app-key", server.key)
    server.stop()
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let ledgers = [scratch.path("phone.sqlite"), scratch.path("server/apps/com.example.sqlite")]
    let exports = try ledgers.map { try Herald.run("export", $0).output }
    #expect(exports[0] == exports[1])
    let heads = try ledgers.map { try Herald.run("export", $0, "--heads").output }
    // The other line is the head of each ledger's own journal.
    #expect(heads[0].split(separator: "\n").first == heads[1].split(separator: "\n").first)
    let last = try #require(run.lines.last)
    #expect(
      last.contains(#""upload":{"standing":"complete","acknowledged":\#(exports[0].split(separator: "\n").count),"#))
  }

  @Test("A phone without its server keeps its events, and says with status 1 why they were not sent")
  func phoneKeepsItsEvents() throws {
    let server = try ServeProcess(scratch.path("server"))
    server.stop()
    let away = try run("launch\n", "--upload", server.url, "--app-key", server.key)
    #expect(away.status == 1)
    #expect(away.codes == ["serverUnreachable"])
    let offline = try run("offline on\nbackground\n", "--upload", server.url, "--app-key", server.key)
    #expect(offline.status == 0)
    #expect(offline.lines.last?.contains(#""standing":"notAllowed""#) == true)

    let again = try ServeProcess(scratch.path("another"))
    let back = try run("background\n", "--upload", again.url, "--app-key", again.key)
    again.stop()
    #expect(back.status == 0)
    #expect(try Herald.run("export", scratch.path("another/apps/com.example.sqlite")).lines.count > 3)
  }

  @Test("What a phone withholds is in its own ledger alone")
  func withheldPropertyStays() throws {
    let server = try ServeProcess(scratch.path("server"))
    let run = try run("launch\n", "--upload", server.url, "--app-key", server.key, "--withhold", "deviceModel")
    server.stop()
    #expect(run.status == 0)
    #expect(try Herald.run("export", scratch.path("phone.sqlite")).output.contains("Pixel 8"))
    #expect(try !Herald.run("export", scratch.path("server/apps/com.example.sqlite")).output.contains("Pixel 8"))
  }

  @Test("An address without a key, and a key without an address, are refused", arguments: ["--upload", "--app-key"])
  func addressAndKeyGoTogether(_ option: String) throws {
    #expect(try run("launch\n", option, "x").status == 64)
  }
}
