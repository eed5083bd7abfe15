/// A word in braces in a document's text, for which the prompt has a value.
package enum Placeholder: String, CaseIterable, Sendable {
  case version, installed, deadline, days

  /// The placeholder as a text has it, such as `{deadline}`.
  package var written: String { "{\(rawValue)}" }

  /// The placeholders that a text has.
  package static func all(in text: String) -> [Placeholder] {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    return allCases.filter { text.pieces(around: $0.written).count > 1 }
  }
}

/// The values of a prompt's placeholders. No decision depends on them.
struct PlaceholderValues: Hashable, Sendable {
  /// The target version as the document writes it.
  let version: ExactString?
  /// The app's version.
  let installed: ExactString?
  /// The day of the deadline on the device's clock, since 1970-01-01; nil without a deadline.
  let deadline: Int?
  /// The days of 24 hours until the deadline, rounded up.
  let days: Int?

  init(version: ExactString?, installed: ExactString?, deadline: Timestamp?, now: DeviceTime) {
    self.version = version
    self.installed = installed
    let length = LengthOfTime.day
    self.deadline = deadline.map { moment in
      let clock = moment.milliseconds + Int64(now.offsetMinutes) * 60_000
      return Int(clock >= 0 ? clock / length : (clock - (length - 1)) / length)
    }
    days = deadline.map { moment in
      let left = max(0, moment.milliseconds - now.moment.milliseconds)
      return Int((left + length - 1) / length)
    }
  }

  /// A text with its placeholders filled in; a placeholder without a value becomes empty.
  ///
  /// - Parameter language: the key of the text's language, which decides how a date is written.
  func fill(_ text: String, in language: ExactString?) -> String {
    Placeholder.all(in: text).reduce(text) { text, placeholder in
      text.pieces(around: placeholder.written).joined(separator: value(of: placeholder, in: language))
    }
  }

  private func value(of placeholder: Placeholder, in language: ExactString?) -> String {
    switch placeholder {
    case .version: version?.string ?? ""
    case .installed: installed?.string ?? ""
    case .deadline: deadline.map { DateWords.words(ofDay: $0, in: language) } ?? ""
    case .days: days.map(String.init) ?? ""
    }
  }
}

extension String {
  /// The parts between the places of a text, by bytes.
  fileprivate func pieces(around separator: String) -> [String] {
    let (own, wanted) = (Array(utf8), Array(separator.utf8))
    var pieces: [String] = []
    var (start, index) = (0, 0)
    while index + wanted.count <= own.count {
      if own[index..<index + wanted.count].elementsEqual(wanted) {
        pieces.append(String(decoding: own[start..<index], as: UTF8.self))
        index += wanted.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [String(decoding: own[start...], as: UTF8.self)]
  }
}
