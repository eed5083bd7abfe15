import Herald
import HeraldFormats
import HeraldLog

/// Taking in what other processes left: each event once, whatever crashes in between.
extension Installation {
  /// Takes the inbox in; false where the ledger cannot be written: what is left is taken in the next time.
  func takeInInbox() -> Bool {
    guard let inbox else { return true }
    do {
      while let batch = try InboxBatch(from: inbox) {
        for event in batch.events { try takeIn(event) }
        for finding in batch.findings { report(finding) }
        try batch.remove()
      }
      return true
    } catch let error as InboxError {
      // The app goes on without what others left.
      report(error.diagnostic)
      return true
    } catch {
      ledgerFailed(with: error)
      return false
    }
  }

  private func takeIn(_ record: Event) throws {
    guard let ledger else { return }
    var event = record
    event.source = ledger.source
    event.revision = state.revision + 1
    // A crash may have come between the ledger and the removal of the file.
    if try ledger.revision(of: event) != nil { return }
    if case .fetchSucceeded(var fetch) = event.data, let text = fetch.document {
      let document = Document(text: text, format: fetch.format, url: fetch.url, storeURL: fetch.storeURL)
      fetch.reading = Formats.read(document).reading
      event.data = .fetchSucceeded(fetch)
    }
    do {
      try ledger.append(event)
    } catch let error as LogRefused {
      for diagnostic in error.diagnostics { report(diagnostic) }
      return
    }
    _ = fold(event)
  }
}
