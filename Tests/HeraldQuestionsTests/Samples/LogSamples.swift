import Herald
import HeraldFormats
import HeraldLog

// The samples of HeraldLog's doc comments, so that they compile.

private func appendsAnEvent() throws {
  let ledger = try Ledger(path: "phone.sqlite")
  let event = Event(
    id: "e-1", source: "/phones/1", type: "app.backgrounded",
    time: DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000)), revision: 1, data: .appBackgrounded)
  print(try ledger.append(event).isNew)
  try ledger.close()
}

private func forgetsAUser() throws {
  let ledger = try Ledger(path: "fleet.sqlite")
  let report = try ledger.forget(
    .users(["u-17"]), reason: "request of 3 March", by: "support", reading: Formats.reading)
  print(report.replaced, report.isErased)
}

private func auditsAChain() throws {
  let report = try LedgerReader(path: "fleet.sqlite", reading: Formats.reading).auditChain()
  for found in report.breaks { print(found.kind, found.source, found.revision) }
}

private func listsHeads() throws {
  let reader = try LedgerReader(path: "phone.sqlite", reading: Formats.reading)
  for head in try reader.heads() { print(head.source, head.revision) }
}

private func printsStates() throws {
  let shelf = DocumentShelf(reading: Formats.reading)
  let reader = LogReader(log: try ByteSource(path: "log.jsonl"), shelf: shelf)
  try reader.replayLines(.states) { print(String(decoding: $0, as: UTF8.self)) }
}

private func printDecisions(of log: any EventLog) throws {
  try log.replayLines(.decisions, of: .all, jobs: 1, until: nil, progress: nil) { lines in
    print(String(decoding: lines, as: UTF8.self), terminator: "")
  }
}

struct Showings: ReplayVisitor {
  var prompts: [ExactString: Int] = [:]
  mutating func visit(_ moment: inout ReplayMoment) {
    guard let decision = moment.decision, decision.reason == .shown else { return }
    prompts[moment.source, default: 0] += 1
  }
}

private func warnsOfMissingLines(_ reader: LogReader) throws {
  try reader.check()
  if reader.evidence.unnumbered > 0 { print("Missing lines cannot be detected.") }
}
