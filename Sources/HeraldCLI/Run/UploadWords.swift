import Herald
import HeraldRuntime

/// The progress of an upload, for people and for programs.
enum UploadWords {
  static func of(_ status: UploadStatus) -> String {
    let known = "the server has \(status.acknowledged.of("event", "events"))"
    return switch status.standing {
    case .complete: known
    case .notAllowed: "nothing is sent now; \(known)"
    case .waiting(let until): "\(reason(status)): \(known), and is asked again at \(until)"
    case .renamed(let name): "\(reason(status)): from the next launch on this is \(name.string.shown)"
    case .failed: reason(status)
    }
  }

  private static func reason(_ status: UploadStatus) -> String {
    guard let finding = status.findings.last else { return "the upload waits" }
    return "\(finding.what.shown) (\(finding.why.shown))"
  }

  static func write(_ status: UploadStatus, into output: inout JSONWriter) {
    output.member("standing", standing(status))
    output.member("acknowledged", status.acknowledged)
    output.member("sent", status.sent)
    output.member("findings", status.findings) { output, finding in
      output.object {
        $0.member("code", finding.code.name)
        $0.member("what", finding.what)
        $0.member("why", finding.why)
      }
    }
    if case .renamed(let name) = status.standing { output.member("renamed", name) }
  }

  private static func standing(_ status: UploadStatus) -> String {
    switch status.standing {
    case .complete: "complete"
    case .notAllowed: "notAllowed"
    case .waiting: "waiting"
    case .renamed: "renamed"
    case .failed: "failed"
    }
  }
}
