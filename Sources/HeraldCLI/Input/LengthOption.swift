import ArgumentParser
import HeraldQuestions

/// Parses a length of time on the command line.
enum LengthOption {
  /// - Throws: `ValidationError` that names the valid texts.
  static func read(_ text: String) throws -> Duration {
    guard let length = LengthText.read(text) else {
      throw ValidationError("'\(text)' is not a length of time. Write \(LengthText.wanted).")
    }
    return .milliseconds(length)
  }

  /// A length as it was written, in seconds.
  static func written(_ length: Duration) -> String { "\(length.components.seconds)s" }
}
