import HeraldQuestions
import Foundation
import Herald
import Mustache

/// The HTML around every page: one file that sends no request.
///
/// Its content security policy allows only the style and the script of the page, by their hashes. So no text of a log can
/// load or run anything.
package struct PageFrame {
  let title: String
  let language = "en"
  /// Style sheets, in their order.
  let styles: [[UInt8]]
  /// Scripts, run in their order as one; empty for a page without scripts.
  let scripts: [[UInt8]]
  /// The JSON for the scripts; nil for a page without scripts.
  let data: [UInt8]?
  /// Further directives of the content security policy, for a page that a server sends.
  let allowed: [String]

  /// - Parameter allowed: further directives of the content security policy, such as `form-action 'self'`.
  package init(title: String, styles: [[UInt8]], scripts: [[UInt8]] = [], data: [UInt8]? = nil, allowed: [String] = [])
  {
    (self.title, self.styles, self.scripts, self.data, self.allowed) = (title, styles, scripts, data, allowed)
  }

  /// The whole page.
  ///
  /// - Parameter body: escaped HTML.
  package func html(_ body: String) throws -> String {
    let style = Self.joined(styles)
    let script = Self.joined(scripts)
    let forms = allowed.contains { $0.hasPrefix("form-action") } ? [] : ["form-action 'none'"]
    let policy =
      ["default-src 'none'", "style-src \(Self.hash(style))"]
      + (script.isEmpty ? [] : ["script-src \(Self.hash(script))"]) + ["base-uri 'none'"] + forms + allowed
    return try PageTemplate.frame.render([
      "title": title, "language": language, "contentSecurityPolicy": policy.joined(separator: "; "),
      "style": style, "script": script, "hasScript": !script.isEmpty, "body": body,
      "data": data.map { String(decoding: EmbeddedJSON.safe($0), as: UTF8.self) } ?? "", "hasData": data != nil,
    ])
  }

  private static func joined(_ files: [[UInt8]]) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// The hash with which a content security policy allows a text.
  static func hash(_ text: String) -> String {
    let digits = Array(Digest.of(text).string.utf8.dropFirst("sha256:".utf8.count))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }
}
