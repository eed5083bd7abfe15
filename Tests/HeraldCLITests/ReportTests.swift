import Foundation
import HeraldLog
import HeraldQuestions
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
    #expect(try Herald.run("report", file, "--source", "aa10", "-o", "-").output == one.output)
    let several = try Herald.run("report", file, "--source", "/installations/", "-o", "-")
    #expect(several.status == 3)
    #expect(several.errors.contains("is a part of 2 installations' names"))
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
    #expect(nobody.errors.contains("has no installation `/i/none`"))
    let empty = try Herald.run("report", try scratch.write("", to: "empty.jsonl"), "-o", "-")
    #expect(empty.status == 3)
    #expect(empty.codes == ["noEvents"])
    let nowhere = try Herald.run("report", log, "-o", scratch.path("no/such/folder.html"))
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("error[cannotWrite]"))
  }

  /// A log of two installations. One shows prompts again and again.
  private func fleet(in scratch: Scratch) throws -> String {
    let logs = [log, "Events/update/forced-until-updated/log.jsonl"]
    return try scratch.write(
      logs.map { try contents(Herald.root.appendingPathComponent($0).path) }.joined(), to: "fleet.jsonl")
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("herald report writes a folder of linked pages, the same from a log and its ledger")
  func reportWritesAFolder() throws {
    let scratch = try Scratch()
    let (file, ledger) = (try fleet(in: scratch), scratch.path("fleet.sqlite"))
    let site = scratch.path("site")
    let run = try Herald.run("report", file, "-o", site + "/")
    #expect(run.status == 0)
    let names = try files(site)
    #expect(names.contains("index.html"))
    #expect(names.count > 1)
    let index = try contents(site + "/index.html")
    let held = try FleetQuestion().answer(in: LoggedEvents(path: file)).json
    let counted = #"{"installations":2,"#
    #expect(held.hasPrefix(counted + #""policies":[{"digest":"#))
    #expect(
      run.output
        == #"{"page":"fleet","file":"\#(site)/index.html","bytes":\#(index.utf8.count),"installations":2,"#
        + #""devices":\#(names.count - 1),"# + held.dropFirst(counted.count))
    for name in names where name != "index.html" {
      #expect(index.contains(#"<a href="\#(name)">"#))
      #expect(try contents(site + "/" + name).contains(#"<a href="index.html">"#))
    }
    #expect(try Herald.run("import", file, "--ledger", ledger).status == 0)
    let other = scratch.path("other")
    #expect(try Herald.run("report", ledger, "-o", other + "/").status == 0)
    #expect(try files(other) == names)
    for name in names {
      #expect(try contents(other + "/" + name).replacing(ledger, with: file) == contents(site + "/" + name))
    }
    let piped = try Herald.run("report", "-", "-o", scratch.path("piped") + "/", input: try contents(file))
    #expect(piped.status == 0)
    #expect(try files(scratch.path("piped")) == names)
  }

  @Test("herald report replaces a folder only where it wrote all of it, and leaves no half of one")
  func reportReplacesOnlyItsOwnFolder() throws {
    let scratch = try Scratch()
    let (file, site) = (try fleet(in: scratch), scratch.path("site"))
    #expect(try Herald.run("report", file, "-o", site + "/").status == 0)
    let there = try Herald.run("report", file, "-o", site)
    #expect(there.status == 1)
    #expect(there.errors.contains("error[fileExists]"))
    #expect(try Herald.run("report", log, "-o", site, "--force").status == 0)
    #expect(try files(site) == ["index.html"])
    _ = try scratch.write("mine", to: "site/notes.html")
    let foreign = try Herald.run("report", file, "-o", site, "--force")
    #expect(foreign.status == 1)
    #expect(foreign.errors.contains("error[foreignFiles]"))
    #expect(try files(site) == ["index.html", "notes.html"])
    let bad = try scratch.write("no event\n", to: "bad.jsonl")
    #expect(try Herald.run("report", bad, "-o", scratch.path("new") + "/").status == 3)
    #expect(try files(scratch.folder.path) == ["bad.jsonl", "fleet.jsonl", "site"])
  }

  @Test("herald report opens the page where a program does, and says where none does")
  func reportOpensThePage() throws {
    let scratch = try Scratch()
    let page = scratch.path("report.html")
    func run(_ path: String) throws -> Herald.Run {
      try Herald.run(
        ["PATH=\(path)", Herald.binary.path, "report", log, "-o", page, "--open", "--force"],
        program: URL(fileURLWithPath: "/usr/bin/env"))
    }
    let alone = try run(scratch.path("no"))
    #expect(alone.status == 0)
    #expect(alone.errors.contains("warning[noBrowser]"))
    for name in ["open", "xdg-open"] {
      let program = try scratch.write("#!/bin/sh\necho \"$1\" >> '\(scratch.path("opened"))'\n", to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }
    #expect(try run(scratch.folder.path).errors.isEmpty)
    #expect(try contents(scratch.path("opened")) == page + "\n")
    #expect(try Herald.run("report", log, "-o", "-", "--open").status == 64)
  }
}
