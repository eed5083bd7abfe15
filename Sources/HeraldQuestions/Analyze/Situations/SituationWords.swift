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
    let merged = boxes.merged
    if merged.count <= Self.mostParts { return merged.map { words(of: $0) }.joined(separator: "; and ") }
    guard let hull = boxes.hull else { return "no device" }
    let isWhole = [hull].subtracting(boxes)?.isEmpty ?? false
    return (isWhole ? "" : "part of: ") + words(of: hull)
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
      case (nil, let version?): "versions \(version)"
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
