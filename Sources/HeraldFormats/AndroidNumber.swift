import Herald

/// A number of Android that people take for the other one: an API level, such as 34, or a version, such as 14.
enum AndroidNumber {
  /// An API level that phones have: 21 and more. No Android has such a version.
  case level
  /// A version of Android. As an API level every phone would have it.
  case version

  /// Nil for a text that is neither.
  init?(_ text: String) {
    let text = text.trimmed
    if let number = Int(text), text.utf8.allSatisfy({ (48...57).contains($0) }) {
      self = number >= 21 ? .level : .version
    } else if text.isPlainVersion, AppVersion(text) != nil {
      self = .version
    } else {
      return nil
    }
  }
}
