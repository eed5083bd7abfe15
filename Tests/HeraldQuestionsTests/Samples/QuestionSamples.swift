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
  let redaction = Redaction(pseudonyms: pseudonyms)
  _ = redaction
}

private func redactsALog(_ log: LogReader, pseudonyms: Pseudonyms, file: FileHandle) throws {
  let shared = RedactedLog(log, Redaction(pseudonyms: pseudonyms))
  while let lines = try shared.next() { try file.write(contentsOf: lines) }
  if !shared.findings.isFaithful { print(shared.findings.causes) }
}

private func coarsensTimes(pseudonyms: Pseudonyms) -> Redaction {
  var redaction = Redaction(pseudonyms: pseudonyms)
  redaction.properties.dropped = [.deviceModel]
  redaction.times = .hour
  return redaction
}

private func coarsensVersions(_ redaction: inout Redaction) {
  redaction.properties.coarsened[.appVersionName] = Coarsening.named("major", for: .appVersionName)
}
