import Herald
import HeraldLog

/// Says of an answer that it rests on events that were forgotten.
enum ForgottenWords {
  static func sentence(_ beginning: ForgottenBeginning) -> String {
    let date = String("\(DeviceTime(moment: beginning.before))".prefix(10))
    let when = beginning.forgottenAt.map { " on \("\($0)".prefix(10))" } ?? ""
    return "Events before \(date), up to revision \(beginning.revision), were forgotten\(when) (retention): "
      + "what they did is kept in the state of revision \(beginning.revision)."
  }
}

extension FoundDecision {
  /// Notes that the first events of the installation were forgotten, which is not a gap of the log.
  mutating func note(_ beginnings: [ExactString: ForgottenBeginning]) {
    guard let beginning = beginnings[step.event.source] else { return }
    forgotten = beginning
    missing = missing.compactMap {
      $0.upperBound <= beginning.revision ? nil : max($0.lowerBound, beginning.revision + 1)...$0.upperBound
    }
  }

  var forgottenWords: String? { forgotten.map(ForgottenWords.sentence) }
}
