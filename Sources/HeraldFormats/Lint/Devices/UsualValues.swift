import Herald

/// Values that real devices send, so that a finding names a device that somebody has.
enum UsualValues {
  /// The values of a property, the most frequent first; empty where they are any texts.
  static func of(_ property: ExactString) -> [String] {
    switch property {
    case .appVersionName: ["1.0"]
    case .deviceOsVersion: ["17.4", "14", "12.5.7"]
    case .deviceModel: ["iPhone15,2", "iPad14,1", "Pixel 8", "SM-G991B", "SM-A546B", "moto g54", "M2102J20SG"]
    // Few, because every pair of rules is compared on each.
    case .deviceLanguage: ["de-DE", "en-US", "tr-TR", "zh-Hans-CN", "en"]
    case "deviceBrand": ["samsung", "google", "xiaomi", "apple"]
    case "deviceApiLevel": ["34", "26"]
    default: KnownProperties.allValues(of: property) ?? []
    }
  }

  /// The values that stand for their classes where they can: versions around the bounds, then values of real devices.
  static func of(_ property: ExactString, under conditions: [ValueCondition]) -> [String] {
    SampleVersions(around: conditions.filter { $0.property == property }.distinctBounds).texts + of(property)
  }

  /// Language tags as systems write them, the most frequent first.
  static let languages = [
    "de-DE", "en-US", "en-GB", "fr-FR", "es-ES", "es-MX", "tr-TR", "zh-Hans-CN", "zh-Hant-TW", "zh-CN", "zh-TW",
    "zh-HK",
    "ja-JP", "ko-KR", "pt-BR", "pt-PT", "ru-RU", "it-IT", "ar-SA", "ar-EG", "hi-IN", "nl-NL", "nl-BE", "pl-PL", "sv-SE",
    "da-DK", "nb-NO", "fi-FI", "uk-UA", "cs-CZ", "el-GR", "he-IL", "id-ID", "th-TH", "vi-VN", "ro-RO", "hu-HU", "bg-BG",
    "de-AT", "de-CH", "fr-CA", "fr-CH", "it-CH", "en-IN", "en-AU", "en-CA", "es-AR", "es-US", "sr-Latn-RS", "sr-RS",
    "hr-HR", "sk-SK", "sl-SI", "et-EE", "lv-LV", "lt-LT", "ca-ES", "fa-IR", "ur-PK", "bn-BD", "ta-IN", "ms-MY",
    "fil-PH",
    "sw-KE", "az-AZ", "kk-KZ", "ka-GE", "hy-AM", "mn-MN", "is-IS", "ga-IE", "cy-GB", "eu-ES", "gl-ES", "sq-AL", "mk-MK",
    "zu-ZA",
    "de", "en", "fr", "es", "tr", "zh", "ja", "ko", "pt", "ru", "it", "ar",
  ]
}
