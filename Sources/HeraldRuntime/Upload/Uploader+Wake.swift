import Herald
import HeraldInbox

/// The state of an ``Uploader`` that sends by itself.
enum UploadAlarm {
  case off
  /// It sends, or waits until it may.
  case on
  /// It sends, and another event came meanwhile.
  case onAgain
}

/// Sending by itself, as events come.
extension Uploader {
  /// Begins to send, unless it does so already. Returns at once.
  nonisolated func wake(for owner: any UploadOwner) {
    guard upload.isAutomatic else { return }
    let isOff = alarm.with { alarm in
      defer { alarm = alarm == .off ? .on : .onAgain }
      return alarm == .off
    }
    guard isOff else { return }
    Task { [weak owner] in
      repeat {
        guard let wait = await self.work(for: owner) else { continue }
        // A phone that sleeps meanwhile sends when it wakes up.
        try? await Task.sleep(for: wait)
      } while self.isOnAgain()
    }
  }

  /// Sends once; returns the wait before the next time, nil for none.
  private func work(for owner: (any UploadOwner)?) async -> Duration? {
    guard let owner else { return nil }
    guard case .waiting(let until) = await send(for: owner).standing else { return nil }
    alarm.with { $0 = .onAgain }
    return .milliseconds(max(0, until.milliseconds - now.moment.milliseconds))
  }

  /// Returns true to send once more; turns the alarm off otherwise.
  private nonisolated func isOnAgain() -> Bool {
    alarm.with { alarm in
      defer { alarm = alarm == .onAgain ? .on : .off }
      return alarm == .onAgain
    }
  }
}
