import HeraldQuestions

/// Builds an SVG chart. Widths are shares of the chart and heights are pixels, so the chart fits any screen and its text
/// keeps its size.
struct SVG {
  private(set) var text = ""
  private var hasLinks = false

  mutating func text(_ words: String, x: String, y: Double, class name: String = "", anchor: String = "start") {
    text += "<text x=\"\(x)\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor)\" class=\"\(name)\">"
    text += "\(EscapedText.escaped(words))</text>"
  }

  mutating func bar(x: Double = 0, y: Double, width: Double, height: Double, class name: String) {
    text += "<rect x=\"\(Self.share(x))\" y=\"\(Self.number(y))\" width=\"\(Self.share(width))\""
    text += " height=\"\(Self.number(height))\" class=\"\(name)\"/>"
  }

  /// Draws something as a link. Its title is what a pointer and a screen reader find there.
  ///
  /// - Parameters:
  ///   - link: nil to draw it without one.
  ///   - name: the figure's name.
  ///   - number: the figure's number.
  mutating func linked(to link: PhoneLink?, _ name: String, _ number: String, _ draw: (inout SVG) -> Void) {
    guard let link else { return draw(&self) }
    let name = EscapedText.escaped(link.title(name, number))
    text += "<a href=\"\(EscapedText.escaped(link.address))\" aria-label=\"\(name)\"><title>\(name)</title>"
    draw(&self)
    text += "</a>"
    hasLinks = true
  }

  mutating func line(x1: Double, x2: Double, y1: Double, y2: Double, class name: String) {
    text += "<line x1=\"\(Self.share(x1))\" x2=\"\(Self.share(x2))\" y1=\"\(Self.number(y1))\""
    text += " y2=\"\(Self.number(y2))\" class=\"\(name)\"/>"
  }

  /// Draws a line through points with coordinates from 0 to 1, in a part of the chart that is stretched to its width.
  mutating func curve(_ points: [(x: Double, y: Double)], y: Double, width: Double, height: Double, class name: String)
  {
    stretched(y: y, width: width, height: height) {
      "<polyline points=\"\(Self.path(points))\" class=\"\(name)\" vector-effect=\"non-scaling-stroke\"/>"
    }
  }

  /// Fills the area within points with coordinates from 0 to 1, in a part of the chart that is stretched to its width.
  mutating func area(_ points: [(x: Double, y: Double)], y: Double, width: Double, height: Double, class name: String) {
    stretched(y: y, width: width, height: height) { "<polygon points=\"\(Self.path(points))\" class=\"\(name)\"/>" }
  }

  private mutating func stretched(y: Double, width: Double, height: Double, _ content: () -> String) {
    text += "<svg x=\"0\" y=\"\(Self.number(y))\" width=\"\(Self.share(width))\" height=\"\(Self.number(height))\""
    text += " viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" overflow=\"visible\">\(content())</svg>"
  }

  private static func path(_ points: [(x: Double, y: Double)]) -> String {
    points.map { "\(number($0.x * 1000)),\(number((1 - $0.y) * 100))" }.joined(separator: " ")
  }

  /// The whole chart.
  ///
  /// - Parameter label: the chart's content for screen readers.
  func picture(height: Double, label: String) -> String {
    // What is within an image is hidden from a screen reader, and links are not.
    "<svg class=\"chart\" width=\"100%\" height=\"\(Self.number(height))\" role=\"\(hasLinks ? "group" : "img")\" "
      + "aria-label=\"\(EscapedText.escaped(label))\">\(text)</svg>"
  }

  static func share(_ share: Double) -> String { number(share * 100) + "%" }

  /// A number with at most two decimals, without trailing zeros.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    let digits = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)"
    return "\(sign)\(whole).\(digits)"
  }
}

/// The heights of labels beside the ends of curves.
enum LabelPlaces {
  /// The heights moved apart so that no two labels overlap, as near to their curves as the chart's height allows.
  static func apart(_ ends: [Double], gap: Double, above bottom: Double) -> [Double] {
    var places = ends
    let order = ends.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
    for (before, after) in zip(order, order.dropFirst()) where places[after] < places[before] + gap {
      places[after] = places[before] + gap
    }
    var floor = bottom
    for index in order.reversed() {
      places[index] = min(places[index], floor)
      floor = places[index] - gap
    }
    return places
  }
}

extension String {
  /// The text cut to the width of a chart's label, in letters.
  func shortened(to letters: Int) -> String {
    let shown = self.shown.unicodeScalars
    return shown.count <= letters ? self : String(String.UnicodeScalarView(shown.prefix(letters - 1))) + "…"
  }
}
