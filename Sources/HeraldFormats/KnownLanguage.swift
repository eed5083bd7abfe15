import Herald

/// The languages and regions that devices send in their language tags.
enum KnownLanguage {
  /// The codes of two letters (ISO 639-1), with those that were replaced and that devices still send.
  private static let codes = words(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
    eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw \
    ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na \
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so \
    sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """)

  /// The countries and regions (ISO 3166-1), with `EU`, `UN` and `XK`, which systems have too.
  private static let regions = words(
    """
    ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca \
    cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et eu fi fj fk fm fo fr \
    ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo \
    jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr \
    ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro \
    rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv \
    tw tz ua ug um un us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw
    """)

  /// Codes of countries, and codes of three letters, that stand for a language by mistake. `kr` and `tw` are languages too,
  /// Kanuri and Twi, which no system is set to.
  private static let meant: [String: String] = pairs(
    """
    jp ja cn zh kr ko tw zh-Hant hk zh-Hant gr el cz cs dk da ua uk vn vi us en gb en al sq ir fa il he kz kk rs sr \
    mx es at de ph fil pk ur mm my ge ka eng en deu de ger de fra fr fre fr spa es tur tr jpn ja kor ko zho zh chi zh \
    por pt ita it rus ru ara ar nld nl dut nl pol pl swe sv dan da nor nb fin fi ell el gre el heb he hin hi tha th \
    vie vi ukr uk ces cs cze cs ron ro rum ro hun hu bul bg ind id fas fa per fa
    """)

  /// Names of languages, in English and in their own words.
  private static let names: [String: String] = pairs(
    """
    english en german de deutsch de french fr français fr francais fr spanish es español es espanol es castellano es \
    turkish tr türkçe tr turkce tr japanese ja 日本語 ja nihongo ja korean ko 한국어 ko chinese zh 中文 zh 简体中文 zh-Hans \
    繁體中文 zh-Hant mandarin zh simplified zh-Hans traditional zh-Hant portuguese pt português pt portugues pt brazilian \
    pt-BR italian it italiano it russian ru русский ru arabic ar العربية ar dutch nl nederlands nl polish pl polski pl \
    swedish sv svenska sv danish da dansk da norwegian nb norsk nb finnish fi suomi fi greek el ελληνικά el hebrew he \
    עברית he hindi hi thai th vietnamese vi ukrainian uk українська uk czech cs čeština cs romanian ro română ro \
    hungarian hu magyar hu bulgarian bg indonesian id persian fa farsi fa
    """)

  /// The tag that a key or a filter probably means, such as `ja` for `jp`; nil for a tag that a device may have.
  ///
  /// The tag is empty where nothing is near.
  static func correction(of tag: String) -> String? {
    let subtags = LanguageTag.subtags(tag)
    guard let primary = subtags.first, !primary.isEmpty, primary != "*" else { return nil }
    if let name = names[primary] { return ([name] + subtags.dropFirst()).joined(separator: "-") }
    if let other = meant[primary] {
      let rest = subtags.dropFirst().filter { $0 != primary }
      return ([other] + rest.map { $0.count == 2 ? $0.uppercased() : $0 }).joined(separator: "-")
    }
    guard isPrimary(primary) else { return joined(primary) ?? "" }
    return wrongRegion(primary, subtags.dropFirst())
  }

  /// True if a text is a language's tag, such as `en` or `pt-BR`.
  static func isTag(_ text: String) -> Bool {
    let subtags = LanguageTag.subtags(text)
    return (subtags.first.map { codes.contains($0) } ?? false) && correction(of: text) == nil
      && subtags.dropFirst().allSatisfy { LanguageTag.isRegion($0) || LanguageTag.isScript($0) }
  }

  /// True if any language begins with some letters, as in the filter `de*`.
  static func begins(with letters: String) -> Bool {
    switch letters.utf8.count {
    case 0, 1: true
    case 2: codes.contains(letters) && meant[letters] == nil
    case 3: meant[letters] == nil
    default: false
    }
  }

  private static func isPrimary(_ subtag: String) -> Bool {
    let isWord = subtag.utf8.allSatisfy { (97...122).contains($0) }
    switch subtag.utf8.count {
    // `x` and `i` begin tags of private use and old ones.
    case 1: return subtag == "x" || subtag == "i"
    case 2: return codes.contains(subtag)
    case 3: return isWord
    default: return false
    }
  }

  /// `en-US` for `enus`; nil for other words.
  private static func joined(_ word: String) -> String? {
    guard word.unicodeScalars.count == 4 else { return nil }
    let (language, region) = (String(word.prefix(2)), String(word.suffix(2)))
    return codes.contains(language) && regions.contains(region) ? "\(language)-\(region.uppercased())" : nil
  }

  /// `en-GB` for `en-UK`; nil where the region is one.
  private static func wrongRegion(_ primary: String, _ rest: ArraySlice<String>) -> String? {
    guard
      let region = rest.first(where: { LanguageTag.isRegion($0) || $0.utf8.count > 1 && !LanguageTag.isScript($0) }),
      region.utf8.count == 2, region.utf8.allSatisfy({ (97...122).contains($0) }), !regions.contains(region)
    else { return nil }
    return region == "uk" ? "\(primary)-GB" : primary
  }

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static func pairs(_ text: String) -> [String: String] {
    let words = text.split(separator: " ").map(String.init)
    return Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) },
      uniquingKeysWith: { first, _ in first })
  }
}
