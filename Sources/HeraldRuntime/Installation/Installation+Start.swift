package import Foundation
public import Herald
package import HeraldFetch
package import HeraldLog

/// An installation with defaults for all but the policy's address.
extension Installation {
  /// Makes an installation that keeps its ledger in the app's own folder, checks daily, shows prompts as the platform does,
  /// and prints problems to standard error.
  ///
  /// ```swift
  /// let herald = Installation(policy: "https://updates.example.com/policy.json")
  /// await herald.launched()
  /// ```
  ///
  /// Systems other than Apple's do not know the app's name and version, which policies compare. There an app says both:
  ///
  /// ```swift
  /// let herald = Installation(
  ///   policy: "https://updates.example.com/policy.json", package: "com.example.shop", version: "3.9")
  /// ```
  ///
  /// A damaged ledger is set aside and a new one begun. A prompt that a program without a terminal would have shown there
  /// is reported as `noPresenter`.
  ///
  /// - Parameters:
  ///   - address: the address of the policy, with `https`; or the path of a file, such as `policy.json`.
  ///   - package: the app's name, such as `com.example.shop`; nil where the system knows it.
  ///   - version: the app's version, such as `3.9`; nil where the system knows it.
  ///   - ledger: the path of the ledger's file; by default ``standardLedger``.
  ///   - format: the document's format, one of `Formats.names`.
  ///   - storeURL: the store page, for formats whose documents contain no destination.
  ///   - houseRules: the app's configuration for the rules of every document.
  ///   - trust: the keys whose policies the app accepts; nil for everybody's policies.
  ///   - report: receives each problem; by default ``printToStandardError(_:)``.
  public init(
    policy address: String, package: String? = nil, version: String? = nil,
    ledger: String = Installation.standardLedger, format: String = "herald", storeURL: String? = nil,
    houseRules: HouseRules? = nil, trust: Trust? = nil,
    report: @escaping @Sendable (Diagnostic) -> Void = Installation.printToStandardError
  ) {
    let presenter = Self.standardPresenter
    self.init(
      ledger: ledger, package: package, version: version,
      publication: Publication(
        Self.policySource(at: address), format: format, storeURL: storeURL, houseRules: houseRules),
      trust: trust, schedule: .daily, presenter: presenter, damagedLedger: .setAside, report: report,
      observe: Self.reportUnseen(by: presenter, to: report))
  }

  /// Makes the same installation with a presenter of the app's own.
  ///
  /// - Parameters:
  ///   - address: the address of the policy, with `https`; or the path of a file, such as `policy.json`.
  ///   - package: the app's name, such as `com.example.shop`; nil where the system knows it.
  ///   - version: the app's version, such as `3.9`; nil where the system knows it.
  ///   - ledger: the path of the ledger's file; by default ``standardLedger``.
  ///   - format: the document's format, one of `Formats.names`.
  ///   - storeURL: the store page, for formats whose documents contain no destination.
  ///   - houseRules: the app's configuration for the rules of every document.
  ///   - trust: the keys whose policies the app accepts; nil for everybody's policies.
  ///   - presenter: shows the prompts; nil for an app that shows ``onScreen`` itself.
  ///   - report: receives each problem; by default ``printToStandardError(_:)``.
  public init(
    policy address: String, package: String? = nil, version: String? = nil,
    ledger: String = Installation.standardLedger, format: String = "herald", storeURL: String? = nil,
    houseRules: HouseRules? = nil, trust: Trust? = nil, presenter: (any Presenter)?,
    report: @escaping @Sendable (Diagnostic) -> Void = Installation.printToStandardError
  ) {
    self.init(
      ledger: ledger, package: package, version: version,
      publication: Publication(
        Self.policySource(at: address), format: format, storeURL: storeURL, houseRules: houseRules),
      trust: trust, schedule: .daily, presenter: presenter, damagedLedger: .setAside, report: report)
  }

  /// Reports each prompt that comes up without a presenter: a forced one blocks operations, seen or not.
  package static func reportUnseen(
    by presenter: (any Presenter)?, to report: @escaping @Sendable (Diagnostic) -> Void
  ) -> @Sendable (ReplayStep) -> Void {
    { step in
      guard presenter == nil, case .promptShown(let shown) = step.event.data else { return }
      report(
        Diagnostic(
          AppCode.noPresenter, .warning, what: "The prompt `\(shown.rule.string)` came up, and nobody shows it.",
          why: "this program has no terminal, so it has no presenter",
          fix: "start it in one, or make the installation with a presenter of your own"))
    }
  }

  /// A source that reads a file, or fetches where the address names a host. Each source reports an address that it
  /// cannot use.
  package static func policySource(at address: String) -> any PolicySource {
    let scheme = address.prefix { $0 != ":" && $0 != "/" }.lowercased()
    let isFile = scheme == "file" || !address.dropFirst(scheme.count).hasPrefix("://")
    return isFile ? FileSource(address) : HTTPSource(address)
  }

  /// The path of the ledger in the app's own folder, which is created where it is missing.
  ///
  /// On Apple's systems this is `Application Support/Herald` and the app's bundle identifier, on others
  /// `$XDG_DATA_HOME` (or `$HOME/.local/share`) and the program's name.
  public static var standardLedger: String {
    let folder = standardFolder(
      of: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName, in: ProcessInfo.processInfo.environment)
    // Where this fails, opening the ledger fails too and is reported.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("herald.sqlite").path
  }

  package static func standardFolder(of app: String, in environment: [String: String]) -> URL {
    #if canImport(Darwin)
      let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      return (support ?? URL(fileURLWithPath: NSHomeDirectory()))
        .appendingPathComponent("Herald").appendingPathComponent(app)
    #else
      // A path that is not absolute is ignored (XDG Base Directory Specification).
      if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
        return URL(fileURLWithPath: data).appendingPathComponent(app)
      }
      // Foundation takes the home folder of the list of users, which is not the one of a sandbox.
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
      return (home ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent(".local/share/\(app)")
    #endif
  }

  /// The presenter of the platform: an alert over the app's window, or a box in a terminal. Nil for a program with
  /// neither.
  public static var standardPresenter: (any Presenter)? {
    #if canImport(UIKit) && !os(watchOS)
      return AlertPresenter()
    #elseif canImport(AppKit)
      return PanelPresenter()
    #else
      return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 ? TerminalPresenter() : nil
    #endif
  }

  /// Prints a problem in one line.
  public static func printToStandardError(_ problem: Diagnostic) {
    let place = problem.location.isEmpty ? "" : " (\(problem.location))"
    let advice = "\(problem.why); \(problem.fix)"
    let line = "herald: \(problem.severity.rawValue)[\(problem.code)]: \(problem.what)\(place) \(advice)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
