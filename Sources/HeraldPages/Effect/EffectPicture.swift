import Herald
package import HeraldQuestions

/// The charts of experiments as one SVG file that stands alone, for light and dark screens.
package struct EffectPicture {
  private let effects: [Effect]

  /// - Parameter effects: in the order in which they stand below each other.
  package init(_ effects: [Effect]) { self.effects = effects }

  private static let (width, margin) = (760.0, 32.0)
  /// The most characters of a sentence, and of a note, on a line.
  private static let (sentenceWidth, noteWidth) = (86, 108)

  /// The file's text.
  package var svg: String {
    var (body, y) = ("", Self.margin)
    for effect in effects { body += Self.panel(effect, &y) }
    let style = [PackageResources.base_css, PackageResources.fleet_css, PackageResources.effect_css]
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    let title = effects.map(\.heading).joined(separator: "; ")
    let (width, height) = (SVG.number(Self.width), SVG.number(y))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="alone" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <title>\(EscapedText.escaped(title))</title>
      <style><![CDATA[\(style)]]></style>
      <rect class="paper" width="100%" height="100%"/>
      \(body)</svg>

      """
  }

  private static func panel(_ effect: Effect, _ y: inout Double) -> String {
    var text = ""
    func line(_ words: String, _ name: String, _ height: Double, _ y: inout Double) {
      y += height
      text += "<text x=\"\(SVG.number(margin))\" y=\"\(SVG.number(y))\" class=\"\(name)\">"
      text += "\(EscapedText.escaped(words))</text>\n"
    }
    line(effect.heading, "title", 18, &y)
    y += 6
    for sentence in effect.sentences {
      for row in sentence.rows(of: sentenceWidth) { line(row, "sentence", 21, &y) }
    }
    y += 18
    let chart = EffectChart(effect)
    if let chart {
      let picture = chart.picture(label: effect.sentences.joined(separator: " "))
      let height = EffectChart.pictureHeight
      text += "<svg x=\"\(SVG.number(margin))\" y=\"\(SVG.number(y))\" width=\"\(SVG.number(width - 2 * margin))\" "
      text += "height=\"\(SVG.number(height))\" overflow=\"visible\">\(picture)</svg>\n"
      y += height + 8
    }
    let notes = [chart?.undrawn, effect.period].compactMap(\.self)
    for note in notes + effect.cautionWords + effect.meaning.prefix(2) {
      for row in note.rows(of: noteWidth) { line(row, "note", 17, &y) }
    }
    y += margin
    return text
  }
}

extension String {
  /// The text in rows of at most `width` characters, broken between words.
  fileprivate func rows(of width: Int) -> [String] {
    var rows: [String] = []
    for word in split(separator: " ") {
      if let last = rows.last, last.count + 1 + word.count <= width {
        rows[rows.count - 1] = "\(last) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }
}

/// The chart of an experiment: the share of each group that had updated, with its interval, from the entrance on.
struct EffectChart {
  let effect: Effect
  let days: Int

  /// Nil where no installation was followed long enough.
  init?(_ effect: Effect) {
    guard let days = effect.days, effect.arms.contains(where: { $0.followed > 0 }) else { return nil }
    self.effect = effect
    self.days = days
  }

  private static let (height, top, width) = (230.0, 14.0, 0.74)
  /// The picture's height in pixels.
  static let pictureHeight = top + height + 28
  /// Number of intervals between the moments of a curve.
  private static let moments = 120
  /// The most groups with colours of their own.
  private static let mostArms = 6
  /// The most groups without a curve that are named.
  private static let mostNames = 12

  /// The groups with a curve, in their order, with their colours.
  private var drawn: [(arm: Arm, style: Int)] {
    chosen.enumerated().map { index, arm in (arm, arm.name == .heldOut ? 6 : index) }
  }

  /// The groups with a curve. Where there are too many, the reference is chosen first, then the groups that differ from
  /// it.
  private var chosen: [Arm] {
    let clear = Set(effect.comparisons.filter(\.verdict.isClear).map(\.arm.name))
    func rank(_ arm: Arm) -> Int { arm.name == effect.reference?.name ? 0 : clear.contains(arm.name) ? 1 : 2 }
    let followed = effect.arms.enumerated().filter { $0.element.followed > 0 }
    let best = followed.sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
    return best.prefix(Self.mostArms).sorted { $0.offset < $1.offset }.map(\.element)
  }

  /// A sentence that names the groups without a curve; nil where all have one.
  var undrawn: String? {
    let drawn = Set(chosen.map(\.name))
    let names = effect.arms.map(\.name).filter { !drawn.contains($0) }
    guard let last = names.last, names.count <= Self.mostNames else {
      return names.isEmpty ? nil : "\(names.count.of("group is", "groups are")) not drawn."
    }
    return names.count == 1 ? "\(last.word) is not drawn." : "\(names.map(\.word).listed) are not drawn."
  }

  func picture(label: String) -> String {
    var svg = SVG()
    let scale = self.scale
    for share in [0, scale / 2, scale] {
      let y = Self.top + Self.height * (1 - share / scale)
      svg.line(x1: 0, x2: Self.width, y1: y, y2: y, class: "axis")
      // The curves begin where a label at 0 would stand.
      if share > 0 { svg.text("\(SVG.number(share * 100)) %", x: "0", y: y - 4, class: "tick") }
    }
    let drawn = drawn
    for (arm, style) in drawn { drawBand(arm, style, scale, &svg) }
    for (arm, style) in drawn { drawCurve(arm, style, scale, &svg) }
    drawLabels(drawn, scale, &svg)
    let bottom = Self.top + Self.height + 18
    drawDays(&svg, y: bottom)
    return svg.picture(height: Self.pictureHeight, label: label)
  }

  /// The share at the top of the chart.
  private var scale: Double {
    let highest = drawn.compactMap { $0.arm.proportion?.interval.upperBound }.max() ?? 1
    return [0.1, 0.2, 0.4, 0.6, 0.8].first { highest <= $0 } ?? 1
  }

  /// A group's proportion at each moment at which it changes, with the place of the moment from 0 to 1.
  private func steps(of arm: Arm) -> [(x: Double, proportion: Proportion)] {
    let length = Double(Int64(days) * LengthOfTime.day)
    var steps: [(x: Double, proportion: Proportion)] = []
    for moment in 0...Self.moments {
      let x = Double(moment) / Double(Self.moments)
      guard let proportion = arm.proportion(after: Int64(length * x)) else { continue }
      if steps.last?.proportion != proportion || moment == Self.moments { steps.append((x, proportion)) }
    }
    return steps
  }

  /// The corners of a curve that jumps at each step.
  private static func corners(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    var corners: [(x: Double, y: Double)] = []
    for point in points {
      if let last = corners.last, last.y != point.y { corners.append((point.x, last.y)) }
      corners.append(point)
    }
    return corners
  }

  private func drawBand(_ arm: Arm, _ style: Int, _ scale: Double, _ svg: inout SVG) {
    let steps = steps(of: arm).map { (x: $0.x, interval: $0.proportion.interval) }
    let upper = Self.corners(steps.map { ($0.x, $0.interval.upperBound / scale) })
    let lower = Self.corners(steps.map { ($0.x, $0.interval.lowerBound / scale) })
    svg.area(upper + lower.reversed(), y: Self.top, width: Self.width, height: Self.height, class: "band band-\(style)")
  }

  private func drawCurve(_ arm: Arm, _ style: Int, _ scale: Double, _ svg: inout SVG) {
    let points = Self.corners(steps(of: arm).map { ($0.x, $0.proportion.share / scale) })
    svg.curve(points, y: Self.top, width: Self.width, height: Self.height, class: "curve series-\(style)")
  }

  private func drawLabels(_ drawn: [(arm: Arm, style: Int)], _ scale: Double, _ svg: inout SVG) {
    let shares = drawn.map { $0.arm.proportion?.share ?? 0 }
    let ends = shares.map { Self.top + Self.height * (1 - $0 / scale) }
    let places = LabelPlaces.apart(ends, gap: 38, above: Self.top + Self.height)
    for (index, (arm, style)) in drawn.enumerated() {
      svg.line(x1: Self.width, x2: Self.width + 0.02, y1: ends[index], y2: places[index], class: "leader")
      let x = SVG.share(Self.width + 0.03)
      svg.text(shares[index].percent, x: x, y: places[index] + 1, class: "number series-text-\(style)")
      svg.text(arm.name.label.shortened(to: 10), x: x, y: places[index] + 17, class: "tick series-text-\(style)")
    }
  }

  private func drawDays(_ svg: inout SVG, y: Double) {
    let step = [1, 2, 5, 10, 15, 30, 60, 90, 180, 365].first { days / $0 <= 7 } ?? days
    for day in stride(from: 0, to: days, by: step) where day == 0 || days - day > step {
      let x = Self.width * Double(day) / Double(days)
      svg.text("\(day)", x: SVG.share(x), y: y, class: "tick", anchor: day == 0 ? "start" : "middle")
    }
    svg.text(days.of("day"), x: SVG.share(Self.width), y: y, class: "tick", anchor: "end")
  }
}
