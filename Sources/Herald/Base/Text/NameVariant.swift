/// Names that people write in several ways: with `x-` before them or without, in any case, with `-` or `_`.
extension Spelling {
  /// The shortest name in which one changed letter is a slip, and not another name.
  private static let shortestSlip = 3
  /// The two well-known properties whose names differ in one letter and mean different things.
  private static let distinct: Set<String> = ["devicemcc", "devicemnc"]

  /// The name among others that probably means the same: it differs in case, in `-` and `_`, in `x-` before it, or else
  /// in one letter that was added, removed or changed. Of several the first in alphabetical order; nil without one.
  package static func variant(of name: ExactString, among names: some Sequence<ExactString>) -> ExactString? {
    let others = names.filter { $0 != name }.sorted()
    let wanted = plain(name)
    guard !wanted.isEmpty else { return nil }
    if let same = others.first(where: { plain($0).utf8.elementsEqual(wanted.utf8) }) { return same }
    return others.first { isSlip(wanted, plain($0)) }
  }

  private static func isSlip(_ wanted: String, _ other: String) -> Bool {
    guard min(wanted.unicodeScalars.count, other.unicodeScalars.count) >= shortestSlip,
      let changes = changes(from: wanted, to: other)
    else { return false }
    return changes == 1 && !(distinct.contains(wanted) && distinct.contains(other))
  }

  /// The name in lower case, with `-` for `_` and without `x-` before it.
  private static func plain(_ name: ExactString) -> String {
    // As `Spelling.nearest`: names of documents may be long.
    guard name.string.utf8.count < 1024 else { return "" }
    let plain = name.string.lowercased().replacing("_", with: "-")
    return plain.utf8.starts(with: "x-".utf8) ? String(plain.dropFirst(2)) : plain
  }
}
