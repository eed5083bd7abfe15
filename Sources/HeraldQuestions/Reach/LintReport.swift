package import Herald

/// The findings about one document, for a person or for a program.
package struct LintReport {
  package let file: String
  package let text: String
  /// The findings in the order of their places.
  package let findings: [Diagnostic]
  /// The reach of the document; nil without a log.
  package let reach: LoggedReach?

  package init(file: String, text: String, findings: [Diagnostic], reach: LoggedReach? = nil) {
    self.file = file
    self.text = text
    self.reach = reach
    self.findings = findings.enumerated().sorted {
      let (left, right) = ($0.element.place, $1.element.place)
      return (left?.line ?? 0, left?.column ?? 0, $0.offset) < (right?.line ?? 0, right?.column ?? 0, $1.offset)
    }.map(\.element)
  }

  /// The report in words: the file's name, then each finding with its line of the document.
  ///
  /// - Parameter width: the columns of a line, for parts of the document.
  package func words(_ style: Style, width: Int) -> String {
    if findings.isEmpty {
      let end = reach.map { "\n" + $0.words(style) } ?? ""
      return "\(style.bold(file.shown)): \(style.green("no findings"))\n" + end
    }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let parts = findings.map { finding in
      var finding = finding
      finding.file = file
      let place = finding.place.flatMap { excerpt($0, of: lines, style, width) } ?? []
      return DiagnosticWords.words(finding, style, excerpt: place)
        + (reach.map { "\n  \(style.dim("who")) \(Self.words($0, finding))" } ?? "")
    }
    let end = reach?.words(style) ?? ""
    return style.bold(file.shown) + "\n\n" + parts.joined(separator: "\n\n") + "\n\n" + end
  }

  /// The number of installations that a finding concerns, in words.
  package static func words(_ reach: LoggedReach, _ finding: Diagnostic) -> String {
    reach.installations(touchedBy: finding).map {
      "\($0) of \(reach.installations.of("installation", "installations"))"
    }
      ?? "nobody knows: the rule is left out"
  }

  /// The line of a place with a mark below it, and the next line if the first one only opens an object or array.
  private func excerpt(_ place: DocumentPlace, of lines: [Substring.UTF8View], _ style: Style, _ columns: Int)
    -> [String]?
  {
    guard lines.indices.contains(place.line - 1) else { return nil }
    let excerpt = Excerpt(
      Self.clean(lines[place.line - 1], isFirst: place.line == 1), column: place.column, width: columns)
    let opensOnly = excerpt.rest == "{" || excerpt.rest == "["
    let next = opensOnly && place.line < lines.count ? Self.clean(lines[place.line], isFirst: false) : nil
    let width = String(next == nil ? place.line : place.line + 1).count
    func row(_ number: Int?, _ text: String) -> String {
      let label = number.map(String.init) ?? ""
      return "  " + style.dim(String(repeating: " ", count: width - label.count) + label + " │") + " " + text
    }
    let mark = String(repeating: " ", count: excerpt.indent) + style.bold("^")
    return [row(place.line, excerpt.line), row(nil, mark)]
      + (next.map { [row(place.line + 1, "  " + Excerpt($0, column: 1, width: columns).line)] } ?? [])
  }

  /// A line without a byte order mark, which has no column, and without the newline's carriage return.
  private static func clean(_ line: Substring.UTF8View, isFirst: Bool) -> Substring {
    var line = Substring(line)
    if isFirst, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
    if line.unicodeScalars.last == "\r" { line.unicodeScalars.removeLast() }
    return line
  }

  /// The report as JSON Lines.
  package var json: String {
    var writer = JSONWriter()
    for finding in findings {
      writer.line {
        $0.write(finding, in: file)
        if let reach { $0.member("installations", reach.installations(touchedBy: finding)) }
      }
    }
    return writer.string + (reach?.json(file) ?? "")
  }
}

extension JSONWriter {
  /// Appends a finding's members.
  fileprivate mutating func write(_ finding: Diagnostic, in file: String) {
    member("file", file)
    member("code", finding.code.name)
    member("severity", word: finding.severity)
    member("line", finding.place?.line)
    member("column", finding.place?.column)
    member("pointer", finding.place?.pointer)
    finding.words.write(into: &self)
  }
}
