import Foundation
import Testing

@Suite("herald report")
struct ReportTests {
  private let log = "Events/message/three-times-a-week-apart/log.jsonl"

  private func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("herald report writes a device's page, the same bytes each time, and names it")
  func reportWritesADevicesPage() throws {
    let scratch = try Scratch()
    let (first, second) = (scratch.path("1.html"), scratch.path("2.html"))
    let run = try Herald.run("report", log, "-o", first)
    #expect(run.status == 0)
    let page = try contents(first)
    #expect(run.output == #"{"page":"device","file":"\#(first)","bytes":\#(page.utf8.count),"installations":1}"# + "\n")
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.contains("<h1>/installations/aa10c4e9</h1>"))
    #expect(try Herald.run("report", log, "-o", second, "--format", "human").output.contains("one installation"))
    #expect(try contents(second) == page)
    #expect(try Herald.run("report", log, "-o", "-").output == page)
  }

  @Test("herald report writes the same page for a log and its ledger, documents included")
  func reportReadsALedgerAsItsLog() throws {
    let scratch = try Scratch()
    let ledger = scratch.path("l.sqlite")
    #expect(try Herald.run("import", log, "--ledger", ledger).status == 0)
    let fromLedger = try Herald.run("report", ledger, "-o", "-")
    #expect(fromLedger.status == 0)
    #expect(fromLedger.output.replacing(ledger, with: log) == (try Herald.run("report", log, "-o", "-").output))
    #expect(fromLedger.output.contains(#""text":"{\n"#))
  }

  @Test("herald report writes a fleet's page for several installations, and one device's with --source")
  func reportWritesAFleetsPage() throws {
    let scratch = try Scratch()
    let other = "Events/update/forced-until-updated/log.jsonl"
    let both = try [log, other].map { try contents(Herald.root.appendingPathComponent($0).path) }.joined()
    let file = try scratch.write(both, to: "fleet.jsonl")
    let page = try Herald.run("report", file, "-o", "-")
    #expect(page.status == 0)
    #expect(page.output.contains("2 installations took"))
    let ledger = scratch.path("fleet.sqlite")
    #expect(try Herald.run("import", file, "--ledger", ledger).status == 0)
    #expect(try Herald.run("report", ledger, "-o", "-").output.replacing(ledger, with: file) == page.output)
    let one = try Herald.run("report", file, "--source", "/installations/aa10c4e9", "-o", "-")
    #expect(one.output.replacing(file, with: log) == (try Herald.run("report", log, "-o", "-").output))
  }

  @Test("herald report stops where --until says")
  func reportStopsAtUntil() throws {
    let page = try Herald.run("report", log, "--until", "3", "-o", "-").output
    #expect(page.contains("max=\"3\""))
    #expect(page.contains("<strong>3</strong> <span>events</span>"))
  }

  @Test("herald report replaces no file without being asked to, and names an unknown installation")
  func reportReplacesNothingUnasked() throws {
    let scratch = try Scratch()
    let file = try scratch.write("mine", to: "there.html")
    let kept = try Herald.run("report", log, "-o", file)
    #expect(kept.status == 1)
    #expect(kept.errors.contains("error[fileExists]"))
    #expect(try contents(file) == "mine")
    #expect(try Herald.run("report", log, "-o", file, "--force").status == 0)
    #expect(try contents(file).hasPrefix("<!doctype html>"))
    let nobody = try Herald.run("report", log, "--source", "/i/none", "-o", "-")
    #expect(nobody.status == 3)
    #expect(nobody.output.isEmpty)
    #expect(nobody.errors.contains("There is no installation `/i/none`."))
    let empty = try Herald.run("report", try scratch.write("", to: "empty.jsonl"), "-o", "-")
    #expect(empty.status == 3)
    #expect(empty.errors.contains("has no events"))
    let nowhere = try Herald.run("report", log, "-o", scratch.path("no/such/folder.html"))
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("error[cannotWrite]"))
  }
}
