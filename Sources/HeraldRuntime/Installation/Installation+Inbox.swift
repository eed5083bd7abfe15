import Herald
import HeraldFormats
import HeraldLog

/// Moves events from the inbox to the ledger, each exactly once even after a crash in between.
extension Installation {
  /// Appends the inbox's events; false where the ledger cannot be written. The next call appends the rest.
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
      // The app continues without the inbox's events.
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
    // The event is stored already where a crash came before the removal of the file.
    if try ledger.revision(of: event) != nil { return }
    if case .fetchSucceeded(var fetch) = event.data, let text = fetch.document {
      let document = Document(
        text: text, format: fetch.format, url: fetch.url, storeURL: fetch.storeURL, houseRules: fetch.houseRules)
      fetch.reading = formats.reading(document)
      fetch.attach(document.body)
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
