/// The offer of a rule to a device.
extension Rule {
  /// The change from the installed version to the target; nil where there is none that can be named.
  func change(on properties: Properties) -> VersionChange? {
    guard let target = targetVersion?.version, let installed = properties[.appVersionName].version else { return nil }
    return VersionChange(from: installed, to: target)
  }

  /// True if the prompt offers another app than the app that asks, so that the installed version is not comparable.
  func isAboutAnotherApp(_ properties: Properties) -> Bool { isAboutAnotherApp(than: properties[.appPackageName].raw) }

  /// - Parameter name: the package name of the app that asks; nil where it gives none.
  package func isAboutAnotherApp(than name: ExactString?) -> Bool {
    guard let target = targetPackageName else { return false }
    return name.map { ExactString($0.string.trimmed) != ExactString(target.string.trimmed) } ?? true
  }
}
