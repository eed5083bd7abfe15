import Herald

/// The findings about words for systems and architectures that hardly any device has.
extension AppcastFindings {
  private static let architectures: Set<String> = [
    "arm64", "arm64e", "x86_64", "x86", "i386", "arm", "armv7", "riscv64", "ppc64le", "s390x",
  ]
  private static let systems = Set(KnownProperties.allValues(of: .deviceOsName) ?? []).union([
    "freebsd", "web", "harmonyos",
  ])
  /// Other words for an architecture, and the word that devices send.
  private static let otherWords = [
    "amd64": "x86_64", "x86-64": "x86_64", "intel": "x86_64", "aarch64": "arm64", "apple": "arm64", "silicon": "arm64",
    "applesilicon": "arm64",
  ]
  private static let otherSystems = [
    "win": "windows", "win32": "windows-x86", "win64": "windows-x64", "win-x64": "windows-x64", "darwin": "macos",
    "osx-arm64": "macos-arm64",
  ]

  /// Words that no device is known to have.
  mutating func noteWords(_ release: AppcastRelease) {
    for text in release.limits(.os) {
      let name = SystemName(text)
      guard Self.systems.contains(name.system) else {
        note(.os, text, release, "a system", Self.otherSystems[text.normalized] ?? Self.fix(forList: text))
        continue
      }
      if let architecture = name.architecture, !Self.architectures.contains(architecture) {
        note(
          .os, text, release, "a system with its architecture",
          Self.otherWords[architecture].map { "\(name.system)-\($0)" })
      }
    }
    for key in [AppcastKey.hardware, .cpu] {
      for word in release.limits(key).flatMap(AppcastRelease.words)
      where !Self.architectures.contains(SystemName.architecture(word)) {
        note(key, word, release, "an architecture", Self.otherWords[word.normalized])
      }
    }
  }

  /// The first system of a list, as one `sparkle:os` names one system.
  private static func fix(forList text: String) -> String? {
    text.split { $0 == "," || $0.isWhitespace }.map { SystemName(String($0)) }.first { systems.contains($0.system) }
      .map { "\($0.system)` in an `enclosure` of its own for each system, such as `\($0.system)" }
  }

  private mutating func note(
    _ key: AppcastKey, _ text: String, _ release: AppcastRelease, _ noun: String, _ fix: String?
  ) {
    record(
      .limitNotRead, .warning, "`\(key.rawValue)` names \(quoted(text)), which is not known as \(noun).",
      release.place, why: "the release is held back from every device that does not call itself so",
      fix: "write `\(fix ?? (key == .os ? "windows-x64" : "arm64"))`, or the word that your devices send")
  }
}
