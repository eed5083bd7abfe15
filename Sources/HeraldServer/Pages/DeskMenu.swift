import HeraldPages
import HeraldQuestions

extension ServedMenu {
  /// The pages for the support desk.
  ///
  /// - Parameters:
  ///   - app: the app that they are about; nil for the only one.
  ///   - here: the address of the page that the menu is on.
  static func desk(of app: String?, here: String = "") -> ServedMenu {
    let pages = [
      ("Search", "/search"), ("Fleet", "/fleet"), ("Policies", "/policies"), ("Refused lines", "/rejected"),
      ("Audit", "/audit"), ("Forget", "/forget"),
    ]
    return ServedMenu(pages, query: app.map { "?app=\($0.addressPart)" } ?? "", here: here)
  }
}
