/// The apps whose users are stored under pseudonyms.
enum PseudonymousApps: Hashable {
  case none, all
  case some(Set<String>)

  /// Reads `none`, `all`, or names of apps with commas between; nil for another text.
  init?(_ text: String) {
    switch text {
    case "", "none": self = .none
    case "all": self = .all
    default:
      let names = text.split(separator: ",").map { $0.trimming(" ") }
      guard names.allSatisfy(PackageName.isValid) else { return nil }
      self = .some(Set(names))
    }
  }

  func contains(_ app: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let names): names.contains(app)
    }
  }
}
