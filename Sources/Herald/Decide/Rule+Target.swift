/// What a rule offers a device.
extension Rule {
  /// The change from the installed version to the target; nil where there is none that can be named.
  func change(on properties: Properties) -> VersionChange? {
    guard let target = targetVersion?.version, let installed = properties[.appVersionName].version else { return nil }
    return VersionChange(from: installed, to: target)
  }

  /// Whether the prompt offers another app than the one that asks, so that the installed version says nothing of it.
  func isAboutAnotherApp(_ properties: Properties) -> Bool {
    guard let target = targetPackageName else { return false }
    return properties[.appPackageName].raw.map { ExactString($0.string.trimmed) != ExactString(target.string.trimmed) }
      ?? true
  }
}
