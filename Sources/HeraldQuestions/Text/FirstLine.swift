import Herald

extension String {
  /// The first line, shortened where it is long.
  package var firstLine: String {
    let line = unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
    let isWhole = line.count == unicodeScalars.count && line.count <= 60
    return String(String.UnicodeScalarView(line.prefix(60))) + (isWhole ? "" : "…")
  }
}
