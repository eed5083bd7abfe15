import Herald
import HeraldLog
import NIOPosix
import Synchronization

/// The listeners to `/v1/live` of each token.
final class LiveListeners: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Lets somebody listen, until the listener is released.
  ///
  /// - Throws: ``Problem`` where the token has as many listeners as it may have.
  func enter(_ token: AccessToken, of app: App, from position: Int, atMost most: Int) throws -> LiveListener {
    let isAdmitted = counts.withLock { counts in
      guard counts[token.id, default: 0] < most else { return false }
      counts[token.id, default: 0] += 1
      return true
    }
    guard isAdmitted else {
      throw Problem(
        .slowDown, "The token `\(token.id)` has too many listeners.",
        why: "\(most) may listen at a time with one token (the setting `liveListeners`)",
        fix: "end some of them, or use another token"
      ).retrying(after: .random(in: 1...10))
    }
    return LiveListener(token: token, app: app, position: position, among: self)
  }

  fileprivate func leave(_ token: AccessToken) {
    counts.withLock { counts in
      let rest = (counts[token.id] ?? 0) - 1
      counts[token.id] = rest > 0 ? rest : nil
    }
  }
}

/// A listener: somebody whom events are given as they are stored. How many it was given goes on record at its end.
final class LiveListener: Sendable {
  let token: AccessToken
  let app: App
  private let listeners: LiveListeners
  private let given: Mutex<(position: Int, count: Int, hasEnded: Bool)>

  fileprivate init(token: AccessToken, app: App, position: Int, among listeners: LiveListeners) {
    (self.token, self.app, self.listeners) = (token, app, listeners)
    given = Mutex((position, 0, false))
  }

  /// A client that goes away is noticed by nothing but the release.
  deinit {
    listeners.leave(token)
    guard let look = endingLook() else { return }
    NIOThreadPool.singleton.submit { [app] _ in try? app.arrivals.note(look) }
  }

  /// Counts events that were given.
  func gave(_ count: Int, to position: Int) {
    given.withLock { $0 = (position, $0.count + count, $0.hasEnded) }
  }

  /// Puts on record how many events were given.
  func end() {
    // The beginning is on record already, so an error here hides nobody.
    if let look = endingLook() { try? app.arrivals.note(look) }
  }

  /// The entry to write at the end of listening; nil once an entry was written.
  private func endingLook() -> Look? {
    given.withLock { given in
      if given.hasEnded { return nil }
      given.hasEnded = true
      return Look(
        time: .now, token: token.id, source: nil, what: "live, to position \(given.position)", count: given.count)
    }
  }
}
