import ArgumentParser
import Herald
import HeraldRuntime

/// The end of a session that sends its events.
extension PhoneSession {
  /// The most times that a server is asked which says when it wants to be, and the longest wait for it.
  private static let attempts = 5
  private static let longestWait: Int64 = 60_000

  /// Waits until the server has everything.
  ///
  /// - Throws: an exit code where it cannot be reached or takes no more; a phone that was taken offline ends without.
  func finishUpload() async throws {
    for attempt in 1...Self.attempts {
      guard let status = await phone.installation.upload(isPatient: false) else { return }
      switch status.standing {
      case .complete, .notAllowed, .renamed: return
      case .failed: throw told(status)
      case .waiting(let until):
        let wait = until.milliseconds - phone.clock.now.moment.milliseconds
        let isAskedToWait = status.findings.last?.code == Diagnostic.Code(UploadCode.serverWaits)
        guard isAskedToWait, wait <= Self.longestWait, attempt < Self.attempts else { throw told(status) }
        try await Task.sleep(for: .milliseconds(max(0, wait)))
      }
    }
  }

  private func told(_ status: UploadStatus) -> ExitCode {
    guard let finding = status.findings.last else { return Failure.couldNotRun }
    Failure.tell(finding)
    return Failure.status(of: finding)
  }
}
