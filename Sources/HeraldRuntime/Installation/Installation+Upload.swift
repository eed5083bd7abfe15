import Herald
import HeraldLog

/// Sending events to a server.
extension Installation: UploadOwner {
  func nameOfStream() throws -> ExactString { try open() }

  nonisolated func tell(_ finding: Diagnostic) { report(finding) }

  /// Sends the events that the server lacks now, and waits until it has them or cannot take them.
  ///
  /// Events are sent by themselves as they come. Call this before the process ends, or when the app's own policy allows
  /// it again.
  ///
  /// - Parameter isPatient: false ignores the wait after a failure, and asks the server at once.
  /// - Returns: the progress of the upload; nil without an ``Upload``.
  @discardableResult
  public nonisolated func upload(isPatient: Bool = true) async -> UploadStatus? {
    await uploader?.send(for: self, isPatient: isPatient)
  }

  /// Records that a server contradicts itself; false where the ledger cannot be written. It is recorded once.
  func record(_ contradiction: Contradiction) -> Bool {
    guard catchUp(), let ledger else { return false }
    let event = Event(
      id: contradiction.id, source: ledger.source, type: Contradiction.type, time: environment.now(),
      revision: state.revision + 1, salt: environment.newSalt(), data: .unknown)
    do {
      if try ledger.revision(of: event) != nil { return true }
      try ledger.append(event, unknownData: contradiction.data)
    } catch {
      ledgerFailed(with: error)
      return false
    }
    _ = fold(event)
    return true
  }

  /// Continues under the new name, where the installation has one since the last launch.
  func takeNewName() {
    guard let old = name else { return }
    let new = currentName(of: old)
    if new == old { return }
    name = new
    // Opened again under the new name, with its own state.
    try? close()
  }

  /// The name under which the installation continues, where a server cannot take its own any more.
  ///
  /// A file of receipts that cannot be read renames nothing: it must not keep the app from its ledger.
  func currentName(of source: ExactString) -> ExactString {
    guard UploadReceipts.isThere(ledger: path) else { return source }
    return (try? UploadReceipts(ledger: path).name(of: source)) ?? source
  }
}
