import Herald
import HeraldFormats

/// Situations in words: the devices, then the occasions and draws where not all count.
struct SituationWords {
  private let space: SituationSpace

  /// The most boxes that are described one by one.
  private static let mostParts = 3

  init(_ space: SituationSpace) { self.space = space }

  /// The words of the situations of some boxes together, such as `iOS below 4.0, at a return`.
  func words(of boxes: [DeviceBox]) -> String {
    let merged = widened(boxes.merged, within: boxes)
    if merged.count <= Self.mostParts { return merged.map { words(of: $0) }.joined(separator: "; and ") }
    guard let hull = boxes.hull else { return "no device" }
    let isWhole = hasOnly(boxes, hull)
    let shown = widened([hull], within: isWhole ? boxes : [hull]).first ?? hull
    return (isWhole ? "" : "part of: ") + words(of: shown)
  }

  // MARK: Assumed devices

  /// The most boxes that are widened one by one.
  private static let mostWidened = 12

  /// The boxes with devices that do not count, wherever that makes the words shorter.
  ///
  /// - Parameter region: the boxes that all devices that count have to stay in.
  private func widened(_ boxes: [DeviceBox], within region: [DeviceBox]) -> [DeviceBox] {
    guard space.isRestricted, boxes.count <= Self.mostWidened else { return boxes }
    var wide: [DeviceBox] = []
    for box in boxes.map({ widened($0, within: region) }) where !wide.contains(where: { $0.contains(box) }) {
      wide = wide.filter { !box.contains($0) } + [box]
    }
    return wide.merged
  }

  private func widened(_ box: DeviceBox, within region: [DeviceBox]) -> DeviceBox {
    var wide = box
    for (place, property) in space.devices.properties.enumerated() {
      let others = property.classes.indices.filter { index in
        !wide.sets[place].contains(index) && hasOnly(region, wide.replacing(with: ClassSet([index]), at: place))
      }
      guard !others.isEmpty else { continue }
      let set = ClassSet(wide.sets[place].indices + others)
      let words = ClassWords(property, space.devices.conditions(of: property.property))
      guard let short = words.words(of: wide.sets[place]) else { continue }
      if words.words(of: set).map({ $0.columns < short.columns }) ?? true {
        wide = wide.replacing(with: set, at: place)
      }
    }
    return wide
  }

  /// True if all devices of a box that count are in a region.
  private func hasOnly(_ region: [DeviceBox], _ box: DeviceBox) -> Bool {
    space.asked.compactMap(box.intersection).subtracting(region)?.isEmpty ?? false
  }

  private func words(of box: DeviceBox) -> String {
    ([devices(of: box)] + [occasions(of: box), draws(of: box)].compactMap(\.self)).joined(separator: ", ")
  }

  // MARK: Devices

  private func devices(of box: DeviceBox) -> String {
    var parts: [ExactString: String] = [:]
    var others: [String] = []
    for (place, property) in space.devices.properties.enumerated() {
      guard let text = ClassWords(property, space.devices.conditions(of: property.property)).words(of: box.sets[place])
      else { continue }
      if property.property == .deviceOsName || property.property == .appVersionName {
        parts[property.property] = text
      } else {
        others.append("\(property.property.string.shown) \(text)")
      }
    }
    let head =
      switch (parts[.deviceOsName], parts[.appVersionName]) {
      case (let system?, let version?): "\(system) \(version)"
      case (let system?, nil): "\(system)"
      case (nil, let version?): "\(AppVersion(version) == nil ? "versions" : "version") \(version)"
      case (nil, nil): "every device"
      }
    return ([head] + others).joined(separator: ", ")
  }

  // MARK: Occasions

  private func occasions(of box: DeviceBox) -> String? {
    let chosen = space.occasions(of: box).indices.map { space.occasions[$0] }
    let (triggers, all) = (names(chosen), names(space.occasions))
    let when = triggers.count == all.count ? nil : triggers.joined(separator: triggers.count == 2 ? " or " : ", ")
    let parts = [when, times(chosen)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func names(_ occasions: [Occasion]) -> [String] {
    var names: [String] = []
    for occasion in occasions where !names.contains(occasion.words) { names.append(occasion.words) }
    return names
  }

  /// The span of the occasions; nil where it is all of time.
  private func times(_ chosen: [Occasion]) -> String? {
    // Each zone has the same sentence for the same clock, so one zone is enough.
    let zone = space.occasions.first?.time.offsetMinutes
    func moments(_ occasions: [Occasion]) -> [Timestamp] {
      Set(occasions.filter { $0.time.offsetMinutes == zone }.map(\.time.moment)).sorted()
    }
    let (all, own) = (moments(space.occasions), moments(chosen))
    guard own.count < all.count else { return nil }
    guard let first = own.first, let start = all.firstIndex(of: first), start + own.count <= all.count,
      Array(all[start..<(start + own.count)]) == own
    else { return "at some times" }
    let end = start + own.count < all.count ? all[start + own.count] : nil
    let from = start > 0 ? "from \(date(first)) on" : nil
    return [from, end.map { "before \(date($0))" }].compactMap(\.self).joined(separator: " and ")
  }

  private func date(_ moment: Timestamp) -> String {
    let text = DeviceTime(moment: moment, offsetMinutes: space.occasions.first?.time.offsetMinutes ?? 0).words
    return text.dropFirst(11).prefix(5) == "00:00" ? String(text.prefix(10)) : String(text.prefix(16))
  }

  // MARK: Draws

  private func draws(of box: DeviceBox) -> String? {
    let parts = space.draws.enumerated().compactMap { index, draw -> String? in
      let cells = space.cells(of: index, in: box).indices
      guard cells.count < draw.bounds.count else { return nil }
      let share = cells.reduce(0) { sum, cell in
        sum + (cell + 1 < draw.bounds.count ? draw.bounds[cell + 1] : 10_000) - draw.bounds[cell]
      }
      return "\(Rule.percent(share)) of installations by the draw \(draw.name.string.shown)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Occasion {
  /// The trigger in words, such as `at a launch`.
  var words: String {
    switch trigger {
    case .launch: "at a launch"
    case .login: "at a login"
    case .schedule: "at a scheduled check"
    case .manual: "when the user asks"
    case .foreground: "at a return"
    case .heartbeat: "at a heartbeat"
    // The name stands for every operation that the document does not name.
    case .operation where operation.map { $0.string.hasPrefix("operation") } ?? true: "at an operation"
    case .operation: "at the operation \(operation?.string.shown ?? "")"
    }
  }
}

extension DeviceBox {
  /// True if another box is a part of this one.
  fileprivate func contains(_ other: DeviceBox) -> Bool { other.subtracting(self).isEmpty }
}
