/// A date in the words of a language.
enum DateWords {
  /// The date in one of the languages in which Herald has texts, else as `yyyy-MM-dd`.
  ///
  /// - Parameters:
  ///   - day: days since 1970-01-01.
  ///   - language: a key of a document's texts, such as `de-AT` or `*`.
  static func words(ofDay day: Int, in language: ExactString?) -> String {
    let (year, month, day) = CivilCalendar.date(ofDay: day)
    let primary = language.flatMap { LanguageTag.subtags($0.string).first }
    guard let own = OwnLanguage.allCases.first(where: { $0.rawValue == primary }) else {
      return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
    let name = own.months.isEmpty ? "" : own.months[month - 1]
    return switch own {
    case .english, .turkish, .arabic: "\(day) \(name) \(year)"
    case .german: "\(day). \(name) \(year)"
    case .french: "\(day == 1 ? "1er" : "\(day)") \(name) \(year)"
    case .spanish: "\(day) de \(name) de \(year)"
    case .japanese, .chinese: "\(year)年\(month)月\(day)日"
    case .korean: "\(year)년 \(month)월 \(day)일"
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension OwnLanguage {
  /// The names of the months within a date; empty where a date has their numbers.
  fileprivate var months: [String] {
    switch self {
    case .english:
      [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
      ]
    case .turkish:
      [
        "Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran", "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık",
      ]
    case .german:
      [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
      ]
    case .french:
      [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
      ]
    case .spanish:
      [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
      ]
    case .arabic:
      [
        "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
      ]
    case .japanese, .korean, .chinese: []
    }
  }
}
