import HeraldQuestions

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
