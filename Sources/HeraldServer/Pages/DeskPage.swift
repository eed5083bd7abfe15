import HTTPTypes
import HeraldPages
import HeraldQuestions
import Hummingbird
import Mustache
import NIOCore

/// A page for the support desk: the frame with its links, around what it says.
struct DeskPage {
  let title: String
  let body: String
  /// The token of the person who is signed in; nil without one.
  var token: AccessToken?
  /// The app that the page is about; nil for none.
  var app: String?
  /// The address of this page among the frame's links.
  var here = ""
  var status = HTTPResponse.Status.ok

  func response() throws -> Response {
    let whole = DeskTemplate.desk.render([
      "body": body, "isSignedIn": token != nil, "token": token?.name ?? "", "app": app ?? "", "hasApp": app != nil,
      "menu": ServedMenu.desk(of: app, here: here).values,
    ])
    let frame = PageFrame(
      title: "\(title) · Herald", styles: [PageStyle.base, PackageResources.desk_css],
      scripts: [PageScript.viewer, PackageResources.desk_js], allowed: ["form-action 'self'", "connect-src 'self'"],
      referrer: "same-origin")
    return .html(try frame.html(OwnForms.marked(whole, for: token?.session)), status: status)
  }
}

extension Response {
  /// A page that nobody else may frame or keep.
  static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    // The page itself names its style and script; the other headers ``AnswerHeaders`` adds.
    Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: "frame-ancestors 'none'"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Leads to another page of this server.
  static func leading(to address: String, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.location] = OwnAddress.of(address)
    return Response(status: .seeOther, headers: headers)
  }
}

extension String {
  /// A clause as a sentence, its end left out.
  var sentence: String { prefix(1).uppercased() + dropFirst() }

  /// The text as a part of an address: everything but letters, digits and `-._~` is escaped (RFC 3986, section 2.3).
  var addressPart: String {
    var result = ""
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || (48...57).contains(byte) || "-._~".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension ServedMenu {
  /// The pages for the support desk.
  ///
  /// - Parameters:
  ///   - app: the app that they are about; nil for the only one.
  ///   - here: the address of the page that the menu is on.
  ///   - context: the request, for pages that are not a ``DeskPage`` and need the same head; nil for others.
  static func desk(of app: String?, here: String = "", for context: ServerContext? = nil) -> ServedMenu {
    let pages = [
      ("Search", "/search"), ("Fleet", "/fleet"), ("Policies", "/policies"), ("Refused lines", "/rejected"),
      ("Audit", "/audit"), ("Forget", "/forget"),
    ]
    var menu = ServedMenu(pages, query: app.map { "?app=\($0.addressPart)" } ?? "", here: here)
    menu.app = app ?? ""
    menu.token = context?.token?.name
    menu.formField = context?.token?.session.map(OwnForms.field) ?? ""
    return menu
  }
}

/// The templates of the pages for the support desk.
enum DeskTemplate: CaseIterable {
  case desk, signIn, search, shared, moment, draft, redacted, rejected, policies, audit, forget, problem, apps, compare,
    answer, document

  func render(_ values: [String: Any]) -> String { Self.parsed[self]?.render(values) ?? "" }

  var bytes: [UInt8] {
    switch self {
    case .desk: PackageResources.desk_mustache
    case .signIn: PackageResources.signin_mustache
    case .search: PackageResources.search_mustache
    case .shared: PackageResources.shared_mustache
    case .moment: PackageResources.moment_mustache
    case .draft: PackageResources.draft_mustache
    case .redacted: PackageResources.redacted_mustache
    case .rejected: PackageResources.rejected_mustache
    case .policies: PackageResources.policies_mustache
    case .audit: PackageResources.audit_mustache
    case .forget: PackageResources.forget_mustache
    case .problem: PackageResources.problem_mustache
    case .apps: PackageResources.apps_mustache
    case .compare: PackageResources.compare_mustache
    case .answer: PackageResources.answer_mustache
    case .document: PackageResources.document_mustache
    }
  }

  /// Parsed once; a test parses them all.
  static let parsed: [DeskTemplate: MustacheTemplate] = {
    MustacheContentTypes.register(EscapedText(), named: "DESKTEXT")
    return Dictionary(
      allCases.compactMap { page in
        (try? MustacheTemplate(string: String(decoding: page.bytes, as: UTF8.self))).map { (page, $0) }
      }
    ) { $1 }
  }()
}
