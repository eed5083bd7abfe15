import HeraldPages
import HeraldQuestions
import Mustache

/// The templates of the pages for the support desk.
enum DeskTemplate: CaseIterable {
  case desk, signIn, search, moment, draft, redacted, rejected, policies, audit, forget, problem, apps

  func render(_ values: [String: Any]) -> String { Self.parsed[self]?.render(values) ?? "" }

  private var bytes: [UInt8] {
    switch self {
    case .desk: PackageResources.desk_mustache
    case .signIn: PackageResources.signin_mustache
    case .search: PackageResources.search_mustache
    case .moment: PackageResources.moment_mustache
    case .draft: PackageResources.draft_mustache
    case .redacted: PackageResources.redacted_mustache
    case .rejected: PackageResources.rejected_mustache
    case .policies: PackageResources.policies_mustache
    case .audit: PackageResources.audit_mustache
    case .forget: PackageResources.forget_mustache
    case .problem: PackageResources.problem_mustache
    case .apps: PackageResources.apps_mustache
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
