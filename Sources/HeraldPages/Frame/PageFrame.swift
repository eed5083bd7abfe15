import Foundation
import Herald
import HeraldQuestions
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
  /// The policy for what a browser says of the page to the target of a link or a form (`Referrer-Policy`).
  let referrer: String

  /// - Parameters:
  ///   - allowed: further directives of the content security policy, such as `form-action 'self'`.
  ///   - referrer: `same-origin` for a page with forms, whose server asks where they come from.
  package init(
    title: String, styles: [[UInt8]], scripts: [[UInt8]] = [], data: [UInt8]? = nil, allowed: [String] = [],
    referrer: String = "no-referrer"
  ) {
    (self.title, self.styles, self.scripts, self.data) = (title, styles, scripts, data)
    (self.allowed, self.referrer) = (allowed, referrer)
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
      "referrer": referrer, "style": style, "script": script, "hasScript": !script.isEmpty, "body": body,
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

/// The pages' templates.
enum PageTemplate: String, CaseIterable {
  case frame, device, fleet, analysis

  func render(_ values: [String: Any]) throws -> String {
    _ = Self.registration
    return try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self)).render(values)
  }

  var bytes: [UInt8] {
    switch self {
    case .frame: PackageResources.frame_mustache
    case .device: PackageResources.device_mustache
    case .fleet: PackageResources.fleet_mustache
    case .analysis: PackageResources.analysis_mustache
    }
  }

  private static let registration: Void = MustacheContentTypes.register(EscapedText(), named: "PAGETEXT")
}

/// The style sheets that pages of other modules use too.
package enum PageStyle {
  /// Colours, type and the elements of every page.
  package static var base: [UInt8] { PackageResources.base_css }
}

/// A script that the pages of a server share with the pages of reports.
package enum PageScript {
  /// Adds the viewer's own clock beside times of other clocks.
  package static var viewer: [UInt8] { PackageResources.viewer_js }
}

/// The links between the pages of a server, which stand at the top of each.
package struct ServedMenu: Sendable {
  private let links: [(name: String, address: String, isHere: Bool)]
  /// The app that the pages are about.
  package var app = ""
  /// The name of the token of the person who is signed in; nil where nobody is.
  package var token: String?
  /// The hidden field that binds a form to the session, as HTML; empty without a session.
  package var formField = ""

  /// - Parameters:
  ///   - query: the text after each address, such as the app.
  ///   - here: the address of the page that the menu is on; empty for a page that is not in it.
  package init(_ links: [(name: String, address: String)], query: String, here: String) {
    self.links = links.map { ($0.name, $0.address + query, $0.address == here) }
  }

  /// The values for a template.
  package var values: [[String: Any]] {
    links.map { ["name": $0.name, "address": $0.address, "isHere": $0.isHere] }
  }

  /// The values of a page's head: the links, the app, and who is signed in.
  package var head: [String: Any] {
    [
      "menu": values, "app": app, "isSignedIn": token != nil, "token": token ?? "", "formField": formField,
    ]
  }
}
