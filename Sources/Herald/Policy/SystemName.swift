/// The name of an operating system as feeds write it, with the architecture that it may name: `windows-x64`.
package struct SystemName: Hashable, Sendable {
  /// The system, such as `macos` for `OSX`.
  package let system: String
  /// The architecture, such as `x86_64`; nil for a name without one.
  package let architecture: String?

  private static let synonyms = ["osx": "macos", "mac": "macos", "macosx": "macos"]
  /// The systems whose names may have an architecture behind a hyphen, as WinSparkle's names have.
  private static let withArchitecture: Set<String> = ["windows", "linux", "macos"]

  /// The names that are read as another one, or that may have an architecture behind them.
  package static var folded: [String] { withArchitecture.union(synonyms.keys).sorted() }

  /// Reads a name in any case and spacing.
  package init(_ text: String) {
    let name = text.normalized
    let parts = name.unicodeScalars.split(separator: "-", maxSplits: 1).map { String($0) }
    let head = parts.first.map { Self.synonyms[$0] ?? $0 } ?? ""
    if parts.count == 2, Self.withArchitecture.contains(head) {
      (system, architecture) = (head, Self.architecture(parts[1]))
    } else {
      (system, architecture) = (Self.synonyms[name] ?? name, nil)
    }
  }

  /// The architecture that a word names: `x64` is `x86_64`.
  package static func architecture(_ text: String) -> String {
    let name = text.normalized
    return name == "x64" ? "x86_64" : name
  }
}
