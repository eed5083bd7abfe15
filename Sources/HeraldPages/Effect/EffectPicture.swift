package import HeraldQuestions
import Herald

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
