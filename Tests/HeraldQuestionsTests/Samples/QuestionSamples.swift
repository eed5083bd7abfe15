import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldPages
import HeraldQuestions

// The samples of HeraldQuestions and HeraldPages, so that they compile.

private func makesAPage() throws -> String {
  var report = LogReport(of: "fleet.sqlite")
  let reader = try LedgerReader(path: "fleet.sqlite", reading: Formats.reading)
  try reader.replay(visitor: &report)
  let page = try report.html { try reader.document($0) }
  return page
}

private func makesPagesOfDevices(_ reader: LedgerReader) throws -> String {
  var reports = DeviceReports(of: "fleet.sqlite", eventsOnAPage: 5_000)
  try reader.replay(ReplayScope(.sources(["/i/1", "/i/2"])), progress: nil, visitor: &reports)
  let page = try reports.html(of: "/i/1") { try reader.document($0) }
  return page
}

private func redactsWithAKey(secretBytes: [UInt8]) {
  guard let pseudonyms = Pseudonyms(key: secretBytes) else { return }  // fewer than 16 bytes
  let question = RedactionQuestion(Redaction(pseudonyms: pseudonyms))
  _ = question
}

private func redactsALog() throws {
  var redaction = Redaction()
  redaction.properties.dropped = [.deviceModel]
  let answer = try RedactionQuestion(redaction).answer(in: LoggedEvents(path: "phone.jsonl"))
  print(answer.json, terminator: "")  // a log, without names
  if !answer.isFaithful { print(answer.words) }
}

private func coarsensTimes() -> Redaction {
  var redaction = Redaction()
  redaction.properties.dropped = [.deviceModel]
  redaction.times = .hour
  return redaction
}

private func asksWhatPropertiesDecide() throws {
  let events = try LoggedEvents(path: "fleet.sqlite")
  let answer = try ChangedDecisionsQuestion(without: [.deviceModel]).answer(in: events)
  print(answer.words)
}

private func asksOneQuestion() throws {
  let events = try LoggedEvents(path: "phone.jsonl")
  let answer = try WhyQuestion(at: 9).answer(in: events)
  print(answer.words)
}

private func asksTwoQuestions() throws {
  let events = try LoggedEvents(path: "phone.jsonl")
  let why = try WhyQuestion().answer(in: events)
  let audit = try AuditQuestion().answer(in: events)
  print(why.words, audit.words)
}

private func asksWhyAndWhyNot() throws {
  let events = try LoggedEvents(path: "phone.jsonl")
  let why = try WhyQuestion(at: 9).answer(in: events)
  print(why.words(.sentence))
  let whyNot = try WhyQuestion(.not("update:7"), at: 9).answer(in: events)
  print(whyNot.words)
}

private func audits() throws {
  var question = AuditQuestion(of: "7f3a")
  question.checksBudget = true
  let audit = try question.answer(in: LoggedEvents(path: "fleet.sqlite"))
  if !audit.agrees { print(audit.words) }
}

private func findsTheFirstEvent() throws {
  let condition = try Condition("visible.rule == update:7")
  let answer = try BisectQuestion(condition).answer(in: LoggedEvents(path: "phone.jsonl"))
  print(answer.held ? answer.words : "never shown")
}

private func checksADevice(document: Document, now: DeviceTime) throws {
  var question = CheckQuestion(document, at: now)
  question.properties = [.appPackageName: "com.example.shop", .appVersionName: "2.6"]
  let new = try question.answer()
  let known = try question.answer(in: LoggedEvents(path: "phone.jsonl"))
  print(new.words, known.words)
}

private func asksForACalendar(document: Document, now: DeviceTime) throws {
  var device = CheckQuestion(document, at: now)
  device.properties = [.appPackageName: "com.example.shop", .appVersionName: "2.6"]
  if let from = WindowDate("2026-12-01"), let to = WindowDate("2026-12-31") {
    print(try CalendarQuestion(device, from: from, to: to).answer().words)
  }
}

private func triesADraft(document: Document) throws {
  let answer = try DraftQuestion(document, at: 9).answer(in: LoggedEvents(path: "phone.jsonl"))
  print(answer.words)
}

private func comparesPoints() throws {
  let events = try LoggedEvents(path: "fleet.sqlite")
  let devices = try DiffQuestion(of: ["7f3a", "91bc"]).answer(in: events)
  let moments = try DiffQuestion(of: ["7f3a"], at: [.revision(4), .revision(9)]).answer(in: events)
  print(devices.words, moments.words)
}

private func measuresAnEffect() throws {
  let answer = try EffectQuestion(of: "update:7", after: 14).answer(in: LoggedEvents(path: "fleet.sqlite"))
  print(answer.words)
}

private func countsTheReach(document: Document, now: DeviceTime) throws {
  let question = ReachQuestion(document, at: now)
  let answer = try question.answer(in: LoggedEvents(path: "fleet.sqlite"))
  print(answer.words)
  for finding in answer.findings where finding.severity == .error { print(finding.what) }
}

private func asksForATable() throws {
  let answer = try TableQuestion(.prompts).answer(in: LoggedEvents(path: "fleet.sqlite"))
  print(answer.csv, terminator: "")
}

private func triesAPolicy(document: Document) throws {
  let answer = try WhatIfQuestion(document).answer(in: LoggedEvents(path: "fleet.sqlite"))
  print(answer.words)
  if answer.figures[.lockedOut] > 0 { print("It locks users out.") }
}

private func coarsensVersions(_ redaction: inout Redaction) {
  redaction.properties.coarsened[.appVersionName] = Coarsening.named("major", for: .appVersionName)
}

private func comparesGroups() throws {
  let question = GroupsQuestion(try WrittenCondition("counts.strayButtons > 0"))
  print(try question.answer(in: LoggedEvents(path: "fleet.sqlite")).words)
}

private func findsInstallations() throws {
  var question = FindQuestion(where: try Condition("refused.reason == rollback"))
  question.user = "ada"
  let found = try question.answer(in: LoggedEvents(path: "fleet.sqlite"))
  print(found.words)
}

private func minimizesALog() throws {
  let events = try LoggedEvents(path: "phone.jsonl")
  let small = try MinimizeQuestion(of: "7f3a", at: 812).answer(in: events)
  print(small.log)
}

private func samplesLogs() throws {
  let events = try LoggedEvents(path: "fleet.sqlite")
  let sample = try SampleQuestion().answer(in: events)
  print(sample.words)
}

private func judgesPromises(_ document: Document, _ text: String) throws {
  let promises = try PromiseFile(text, named: "promises.json").promises
  let answer = try PromisesQuestion(document, named: "policy.json", promises, named: "promises.json").answer()
  for answer in answer.promises { print(answer.promise.text, answer.verdict.word) }
}

private func comparesDocuments(_ document: Document, _ other: Document) throws {
  let answer = try AgainstQuestion(document, named: "policy.json", against: other, named: "policy-11.json").answer()
  for change in answer.changes { print(change.devices) }
}

private func analyzesADocument(_ document: Document) throws {
  let answer = try AnalyzeQuestion(document, named: "policy.json").answer()
  for rule in answer.rules { print(rule.rule.id, rule.verdict) }
}

private func assumesUsualDevices(_ document: Document) throws {
  var question = AnalyzeQuestion(document, named: "policy.json")
  question.assumption = .usual
  print(try question.answer().words)
}
