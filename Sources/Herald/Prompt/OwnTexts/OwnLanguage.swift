/// A language in which Herald has texts of its own.
///
/// To add a language, add a case, its line below and a file beside this one.
public enum OwnLanguage: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case turkish = "tr"
  case japanese = "ja"
  case korean = "ko"
  /// In simplified characters.
  case chinese = "zh"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case arabic = "ar"

  /// Herald's texts in the language.
  public var texts: OwnTexts {
    switch self {
    case .english: .english
    case .turkish: .turkish
    case .japanese: .japanese
    case .korean: .korean
    case .chinese: .chinese
    case .german: .german
    case .french: .french
    case .spanish: .spanish
    case .arabic: .arabic
    }
  }

  /// The language for a device: its tag, then the tag without its last subtag, and so on; English for any other.
  ///
  /// - Parameter deviceLanguage: the property `deviceLanguage`, such as `zh-Hans-CN`; nil if it's missing.
  public init(for deviceLanguage: ExactString?) { self.init(for: LanguageTags(deviceLanguage)) }

  init(for device: LanguageTags) {
    let known = device.candidates.lazy.compactMap { candidate in
      Self.allCases.first { $0.rawValue.utf8.elementsEqual(candidate.tag.utf8) }
    }
    self = known.first ?? .english
  }
}
