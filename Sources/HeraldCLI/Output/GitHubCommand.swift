/// Workflow commands of GitHub Actions, which make annotations of lines on standard output.
///
/// The escapes are the same as in GitHub's own toolkit (`actions/toolkit`, `packages/core/src/command.ts`).
enum GitHubCommand {
  /// One annotation, ended by a newline.
  ///
  /// - Parameters:
  ///   - level: `error`, `warning` or `notice`.
  ///   - properties: such as `file`, `line` and `title`; a nil value is left out.
  static func annotation(_ level: String, _ properties: KeyValuePairs<String, String?>, _ message: String) -> String {
    let list = properties.compactMap { name, value in value.map { "\(name)=\(property($0))" } }
    return "::\(level)\(list.isEmpty ? "" : " " + list.joined(separator: ","))::\(data(message))\n"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
