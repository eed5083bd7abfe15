import Herald
import HeraldQuestions

/// The part of a trial that rests on installations younger than a day: anybody with an app key can make such.
///
/// The age is counted from the first arrival by the server's clock.
struct Newcomers: Sendable {
  var installations = 0
  /// Installations for which something changes.
  var changed = 0
  var newlyForced = 0
  var lockedOut = 0
  /// Number of addresses, and number of tokens, that brought the installations with a change.
  var addresses = 0
  var tokens = 0

  /// Nobody is new.
  init() {}

  /// - Parameters:
  ///   - all: the figures of all installations.
  ///   - older: the figures of installations that are older than a day.
  ///   - changed: the origins of the young ones for which something changes.
  init(all: WhatIfSummary, older: WhatIfSummary, changed: [ArrivalOrigin]) {
    func young(_ figure: WhatIfFigure) -> Int { all[figure] - older[figure] }
    installations = young(.installations)
    self.changed = young(.changed)
    newlyForced = young(.newlyForced)
    lockedOut = young(.lockedOut)
    addresses = Set(changed.compactMap(\.address)).count
    tokens = Set(changed.map(\.token)).count
  }

  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("installations", installations)
      $0.member("changed", changed)
      $0.member("newlyForced", newlyForced)
      $0.member("lockedOut", lockedOut)
      $0.member("addresses", addresses)
      $0.member("tokens", tokens)
    }
  }

  /// The sentence for people; nil where nobody is new.
  var words: String? {
    guard installations > 0 else { return nil }
    let count = "\(installations.grouped) of them \(installations == 1 ? "is" : "are") younger than a day"
    guard changed > 0 else { return "\(count), and nothing changes for \(installations == 1 ? "it" : "them")." }
    return "\(count). Something changes for \(changed.grouped) of these, which came from "
      + "\(addresses.of("address", "addresses")) with \(tokens.of("token", "tokens"))."
  }
}
