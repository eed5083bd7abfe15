import Herald
import HeraldFormats

/// Devices that people have, so that a witness is one of them where it can be.
enum UsualDevices {
  /// The devices, the likeliest first, each with what it says of itself.
  static let all: [[ExactString: String]] = [
    [.deviceOsName: "ios", .deviceOsVersion: "17.4", .deviceModel: "iPhone15,2", .deviceLanguage: "en-US"],
    [
      .deviceOsName: "android", .deviceOsVersion: "14", .deviceModel: "Pixel 8", .deviceLanguage: "en-US",
      "deviceBrand": "google", "deviceApiLevel": "34",
    ],
    [
      .deviceOsName: "android", .deviceOsVersion: "13", .deviceModel: "SM-G991B", .deviceLanguage: "de-DE",
      "deviceBrand": "samsung", "deviceApiLevel": "33",
    ],
    [.deviceOsName: "ipados", .deviceOsVersion: "17.4", .deviceModel: "iPad14,1", .deviceLanguage: "en-US"],
    [.deviceOsName: "macos", .deviceOsVersion: "14.5", .deviceLanguage: "en-US"],
    [.deviceOsName: "windows", .deviceOsVersion: "11", .deviceLanguage: "en-US"],
    [.deviceOsName: "linux", .deviceLanguage: "en-US"],
  ]

  /// The values of a property that devices have, the likeliest first; an empty text for none.
  ///
  /// - Parameter bounds: versions that the document compares with.
  static func values(of property: ExactString, near bounds: [String]) -> [String] {
    let own = all.compactMap { $0[property] } + (own[property] ?? [])
    let isVersion = property == .appVersionName
    return (isVersion ? [] : own) + bounds.flatMap(neighbours) + (isVersion ? ["1.0"] : [""])
  }

  private static let own: [ExactString: [String]] = [
    .deviceOsName: ["tvos", "watchos", "visionos"], .deviceModel: ["moto g54", "SM-A546B"],
    .deviceLanguage: ["fr-FR", "tr-TR", "zh-Hans-CN", "es-ES", "ja-JP"], .deviceOsVersion: ["16.7", "15.8", "12"],
    "deviceIsTablet": ["false", "true"],
  ]

  /// The models that have known systems. Each other model has any system.
  static let systems: [(models: Filter, systems: [String])] = [
    (Filter(property: .deviceModel, text: "iphone*"), ["ios"]),
    (Filter(property: .deviceModel, text: "ipad*"), ["ios", "ipados"]),
    (Filter(property: .deviceModel, text: "pixel*,sm-*"), ["android"]),
  ]

  /// The properties that have to be versions, and whether they may be blank.
  static let versions: [(property: ExactString, mayBeBlank: Bool)] = [
    (.appVersionName, false), (.deviceOsVersion, true), (.appVersionCode, true),
  ]

  /// The reason why nobody is likely to have such a device, as a clause; nil for a usual device.
  static func flaw(of value: (ExactString) -> String?) -> String? {
    func parsed(_ property: ExactString) -> PropertyValue { PropertyValue(value(property).map { ExactString($0) }) }
    for (property, mayBeBlank) in versions where parsed(property).version == nil {
      if value(property)?.isBlank ?? true {
        if !mayBeBlank { return "it says no version" }
      } else {
        return "its `\(property)` is not a version"
      }
    }
    let (model, system) = (parsed(.deviceModel), value(.deviceOsName) ?? "")
    guard !system.isBlank,
      let known = systems.first(where: { $0.models.verdict(on: model).matches }),
      !known.systems.contains(system.normalized)
    else { return nil }
    return "its system does not fit its model"
  }

  /// The versions around a bound that people would name: one below, the bound itself, the next one, and one that
  /// begins with it.
  private static func neighbours(_ bound: String) -> [String] {
    [below(bound), bound, next(bound), AppVersion(bound).map { _ in bound + ".1" }].compactMap(\.self)
  }

  /// The next version: the last number one higher, so that 3.9 is followed by 3.10.
  static func next(_ version: String) -> String? {
    var numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard let last = numbers.last.flatMap(\.self), last < Int.max, !numbers.contains(nil) else { return nil }
    numbers[numbers.count - 1] = last + 1
    return numbers.compactMap { $0.map(String.init) }.joined(separator: ".")
  }

  /// A version below: the last number that is not 0 one lower, and 9 where a 0 stood behind it.
  private static func below(_ version: String) -> String? {
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.contains(nil), let place = numbers.lastIndex(where: { $0 != 0 }), let number = numbers[place],
      number > 0
    else { return nil }
    let kept = numbers[..<place].compactMap(\.self) + [number - 1]
    return (kept + numbers[(place + 1)...].map { _ in 9 }).map(String.init).joined(separator: ".")
  }
}

extension Profile {
  /// The reason why nobody is likely to have such a device, as a clause; nil for a usual device.
  var flaw: String? { UsualDevices.flaw { self[$0]?.string } }
}

extension DeviceSpace {
  /// A device of some boxes: a usual one with the fewest changes, and an impossible one only where no other is found.
  ///
  /// - Parameter fixed: values that the device has whatever the boxes say of their classes.
  func device(in boxes: [DeviceBox], of packageName: ExactString?, with fixed: [ExactString: String] = [:]) -> Profile?
  {
    likeliest(in: boxes, of: packageName, with: fixed)?.profile
  }

  /// A device as ``device(in:of:with:)`` finds it, and its box.
  func likeliest(
    in boxes: [DeviceBox], of packageName: ExactString?, with fixed: [ExactString: String] = [:]
  ) -> (profile: Profile, box: DeviceBox)? {
    var best: (changes: Int, values: [ExactString: String], box: DeviceBox)?
    for box in boxes.prefix(200) {
      for usual in UsualDevices.all where fixed.allSatisfy({ usual[$0.key] == $0.value }) {
        if let (changes, values) = changed(usual, to: box, keeping: fixed, below: best?.changes ?? Int.max) {
          best = (changes, values, box)
        }
      }
    }
    guard let (_, found, box) = best else { return nil }
    var values = found
    if let packageName { values[.appPackageName] = packageName.string }
    return (Profile(values.map { ($0.key, ExactString($0.value)) }.sorted { $0.0.string < $1.0.string }), box)
  }

  /// The devices of some boxes that have fixed values; nil where there are none.
  func keeping(_ fixed: [ExactString: String], in boxes: [DeviceBox]) -> [DeviceBox]? {
    let kept = boxes.filter { box in
      fixed.allSatisfy { property, value in
        guard let place = place(of: property) else { return true }
        return index(of: value, at: place).map(box.sets[place].contains) ?? false
      }
    }
    return kept.isEmpty ? nil : kept
  }

  /// More than a device ever needs changes, so that each possible device comes before an impossible one.
  private static let impossible = 1_000

  /// A usual device with the properties changed that are outside a box; nil where it needs too many changes.
  private func changed(
    _ usual: [ExactString: String], to box: DeviceBox, keeping fixed: [ExactString: String], below limit: Int
  ) -> (Int, [ExactString: String])? {
    var values = usual
    var changes = 0
    for (place, property) in properties.enumerated() {
      if let own = index(of: usual[property.property], at: place), box.sets[place].contains(own) { continue }
      guard let other = box.sets[place].first else { continue }
      let raw = property.classes[other].value.raw
      // Usual devices have no version yet. Giving them the first version that fits does not count as a change.
      if property.property != .appVersionName || raw == nil { changes += raw == nil ? 2 : 1 }
      values[property.property] = raw?.string
    }
    guard changes < limit else { return nil }
    if values[.appVersionName] == nil, place(of: .appVersionName) == nil { values[.appVersionName] = "1.0" }
    guard UsualDevices.flaw(of: { values[$0] }) != nil else { return (changes, values) }
    for property in [ExactString.deviceModel, .deviceOsName, .appVersionName] where fixed[property] == nil {
      for other in others(of: property, in: box) {
        var repaired = values
        repaired[property] = other
        if UsualDevices.flaw(of: { repaired[$0] }) == nil {
          return changes + 1 < limit ? (changes + 1, repaired) : nil
        }
      }
    }
    return changes + Self.impossible < limit ? (changes + Self.impossible, values) : nil
  }

  /// Values of a property that the devices of a box may have; of a property that no condition reads, any do.
  private func others(of property: ExactString, in box: DeviceBox) -> [String?] {
    guard let place = place(of: property) else {
      return property == .deviceOsName ? UsualDevices.systems.flatMap(\.systems) : [nil]
    }
    let own = box.sets[place].indices.map { properties[place].classes[$0].value.raw?.string }
    // A class that has an impossible value may have others.
    let usual = UsualDevices.values(of: property, near: []).map { $0.isEmpty ? nil : $0 }
    return own
      + usual.filter { value in
        index(of: value, at: place).map(box.sets[place].contains) ?? false
      }
  }
}
