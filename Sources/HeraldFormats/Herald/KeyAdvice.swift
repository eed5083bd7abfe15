import Herald

/// The advice on a key of a policy that the object around it does not have.
struct KeyAdvice {
  let severity: Diagnostic.Severity
  let why: String
  let fix: String

  private static let homes = KeyHomes(in: RootKey.document)

  init(on unknown: UnknownKey) {
    let (why, fix, meant) = Self.words(on: unknown)
    self.why = why
    self.fix = fix ?? "remove it, or leave it to other readers"
    severity = fix == nil ? .note : Self.isForcing(meant, in: unknown.object) ? .error : .warning
  }

  private static let ignored = "unknown keys are ignored"

  private static func words(on unknown: UnknownKey) -> (why: String, fix: String?, meant: String?) {
    if unknown.object.id == RuleKey.message.id, RuleKey(rawValue: unknown.name) != nil {
      return (ignored, "only updates have it: move the rule to `updates`, or remove the key", nil)
    }
    if isSpelled(unknown) { return (ignored, unknown.suggestion, unknown.meant) }
    if let home = homes.home(of: unknown.name, from: unknown.object.id, for: unknown.node) {
      return (
        "\(ignored), and `\(home.name)` is a key \(home.words)", "write `\(home.name)` \(home.words)", home.name
      )
    }
    if unknown.object.keys.contains(where: { $0.name == RuleKey.descriptions.rawValue }),
      KnownLanguage.isTag(unknown.name)
    {
      return ("\(ignored), and `\(unknown.name)` is a language", "write it in `descriptions`", nil)
    }
    if let advice = OtherShape.advice(on: unknown) { return advice }
    if let word = OtherWord.meant(by: unknown.name, in: unknown.object) {
      return (ignored, "did you mean `\(word)`?", word)
    }
    if let home = homes.misspelt(
      unknown.name, ratherThan: unknown.meant, from: unknown.object.id, for: unknown.node)
    {
      return (ignored, "did you mean `\(home.name)`? It is a key \(home.words)", home.name)
    }
    return (ignored, unknown.suggestion, unknown.meant)
  }

  /// True if the object has the key in other letters, such as `forceupdate`.
  private static func isSpelled(_ unknown: UnknownKey) -> Bool {
    let name = unknown.name.lowercased()
    return unknown.object.keys.contains { $0.name.lowercased() == name }
  }

  /// The keys without which a rule is silently more open than its author meant: it forces nobody, or is for everybody.
  private static let forcing: Set<String> = Set(
    [RuleKey.forceUpdate, .forceExit, .forceUpdateTypes, .deadline].map(\.rawValue))

  private static func isForcing(_ meant: String?, in object: ObjectReference) -> Bool {
    meant.map(forcing.contains) ?? false && object.id != RuleKey.message.id
  }
}

/// Names that other systems have for keys of a policy.
enum OtherWord {
  private static let words: [(others: Set<String>, key: String)] = [
    (
      [
        "force", "forced", "isforced", "forcedupdate", "mandatory", "ismandatory", "required", "isrequired", "critical",
        "iscritical", "compulsory",
      ], RuleKey.forceUpdate.rawValue
    ),
    (["latestversion", "newversion", "newestversion", "version"], RuleKey.targetVersion.rawValue),
    (["url", "link", "storeurl", "downloadurl", "updateurl", "targeturl"], RuleKey.targetWebsiteUrl.rawValue),
    (["texts", "text", "translations", "localizations"], RuleKey.descriptions.rawValue),
    (["percentage", "rolloutpercentage"], RuleKey.rollout.rawValue),
    (["startdate", "startsat", "validfrom"], RuleKey.displayAfterDate.rawValue),
    (["enddate", "endsat", "validuntil", "until", "expires"], RuleKey.displayBeforeDate.rawValue),
    (["conditions", "targeting", "audience"], RuleKey.filters.rawValue),
    (["canskip", "allowskip", "optional"], RuleKey.skippable.rawValue),
    (["bundleid", "appid", "applicationid", "package"], RootKey.packageName.rawValue),
    (["rules", "versions", "releases"], RootKey.updates.rawValue),
    (["notifications", "announcements"], RootKey.messages.rawValue),
  ]

  /// The object's key that a name means elsewhere; nil without one.
  static func meant(by name: String, in object: ObjectReference) -> String? {
    let plain = plain(name)
    return words.first { $0.others.contains(plain) }?.key.takeIf { key in object.keys.contains { $0.name == key } }
  }
}

extension OtherWord {
  /// The name in lower case, without hyphens and underscores.
  fileprivate static func plain(_ name: String) -> String {
    String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" }))
  }
}

/// Names for what other systems say with one key and a policy with two, or in another place.
enum OtherShape {
  /// Names for the lowest version that still runs: below it the update is forced.
  private static let lowest: Set<String> = [
    "minsupportedversion", "minimumsupportedversion", "lowestsupportedversion", "supportedversion", "minversion",
    "minimumversion", "minappversion", "minimumappversion", "minrequiredversion", "minimumrequiredversion",
    "requiredversion", "mandatoryversion", "forceversion", "forceupdateversion", "forcedversion", "forceupdatebelow",
    "minversionname",
  ]
  /// The same for codes.
  private static let lowestCodes: Set<String> = [
    "minsupportedversioncode", "minimumsupportedversioncode", "minversioncode", "minimumversioncode",
    "requiredversioncode", "forceversioncode", "minbuild", "minimumbuild", "minbuildnumber",
  ]
  /// Names for the newest version, which at the root belongs into an update.
  private static let newest: Set<String> = [
    "latestversion", "newestversion", "newversion", "currentversion", "latestversionname", "latestappversion",
  ]
  /// Names for limits of the device, and the filters that say the same.
  private static let limits: [(names: Set<String>, property: String, sign: String)] = [
    (
      ["minosversion", "minimumosversion", "minsystemversion", "minimumsystemversion", "requiredosversion"],
      "deviceOsVersion", ">="
    ),
    (["maxosversion", "maximumosversion", "maximumsystemversion"], "deviceOsVersion", "<="),
    (["minsdk", "minsdkversion", "minapilevel", "apilevel"], "deviceApiLevel", ">="),
    (["maxversion", "maximumversion", "maxappversion", "toversion", "untilversion"], "appVersionName", "<="),
    (["fromversion", "sinceversion"], "appVersionName", ">="),
  ]

  /// What to write in place of a key that means something which no single key of its object says; nil for another one.
  static func advice(on unknown: UnknownKey) -> (why: String, fix: String?, meant: String?)? {
    let isRoot = unknown.object.id == RootKey.document.id
    let isMessage = unknown.object.id == RuleKey.message.id
    guard isRoot || isMessage || unknown.object.id == RuleKey.update.id else { return nil }
    let name = OtherWord.plain(unknown.name)
    let written = unknown.node.string ?? Coercion.written(unknown.node) ?? "…"
    func filter(_ property: String, _ sign: String) -> String {
      "`\"filters\": {\"\(property)\": \"\(sign)\(written.shown)\"}`"
    }
    if lowest.contains(name) || lowestCodes.contains(name) {
      let isCode = lowestCodes.contains(name)
      if isMessage {
        return (ignored, "write \(filter(isCode ? "appVersionCode" : "appVersionName", ">=")) in its place", nil)
      }
      let target = isCode ? "\"targetVersionCode\": \(written.shown)" : "\"targetVersion\": \"\(written.shown)\""
      return (
        "\(ignored), so nobody is forced",
        "write `\"forceUpdate\": true, \(target)`\(isRoot ? " in an update" : "") in its place: it forces all below",
        RuleKey.forceUpdate.rawValue
      )
    }
    if isRoot, newest.contains(name) {
      return (ignored, "write `\"targetVersion\": \"\(written.shown)\"` in an update in its place", nil)
    }
    guard let limit = limits.first(where: { $0.names.contains(name) }) else { return nil }
    return (
      ignored, "write \(filter(limit.property, limit.sign)) in a rule in its place", nil
    )
  }

  private static let ignored = "unknown keys are ignored"
}

extension String {
  fileprivate func takeIf(_ isWanted: (String) -> Bool) -> String? { isWanted(self) ? self : nil }
}
