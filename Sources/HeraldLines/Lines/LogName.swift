import Herald

/// The name of a command's input: of one log, or of several that are read as one.
package struct LogName: Hashable, Sendable, CustomStringConvertible {
  /// The logs as the person names them, `-` for standard input.
  package let paths: [String]

  package init(_ paths: [String]) { self.paths = paths }

  package init(_ path: String) { self.init([path]) }

  /// True if a command can read it again, which is not possible for standard input.
  package var isReadable: Bool { !paths.contains("-") }

  package var description: String {
    let rest = paths.count - 1
    return (paths.first ?? "") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The names as a command line has them.
  package var quoted: String { paths.map(\.shellQuoted).joined(separator: " ") }
}
