/// A collected case with another answer than its source recommends, or without a recommendation.
struct Difference: Sendable {
  let answer: String
  let reason: String

  init(_ answer: String, _ reason: String) {
    self.answer = answer
    self.reason = reason
  }
}

/// Herald's own answers, by case. All other cases get the recommended answer.
enum Differences {
  /// By the file with the cases.
  static let all = [
    ("versions", versions), ("filters", filters), ("dates", dates), ("ids", ids), ("messages", messages),
    ("updates", updates), ("updates", findings), ("outcomes", outcomes), ("flows", flows),
    ("ssvc", ssvc), ("table", table), ("segments", segments), ("itunes", itunes),
  ]

  private static let release = "what stands behind a hyphen is a pre-release, which comes before its release"
  private static let marked = "a prefix such as `v` or `=` makes it no version: Herald guesses nothing"
  private static let letters = "letters without a hyphen in front make it no version"
  private static let brackets = "a build number in brackets is ignored"
  private static let open = "no source fixes it; the contract does"

  /// `<`, `=`, `>`, or `error` where one of the two is not a version.
  static let versions: [String: Difference] = [
    "v044": Difference(">", release),
    "v045": Difference(">", release),
    "v046": Difference(">", release),
    "v049": Difference("<", release),
    "v103": Difference("error", letters),
    "v104": Difference("error", letters),
    "v106": Difference("error", letters),
    "v108": Difference("error", letters),
    "v110": Difference("error", letters),
    "v114": Difference("=", brackets),
    "v118": Difference("error", letters),
    "v183": Difference("error", marked),
    "v186": Difference("error", marked),
    "v187": Difference("error", marked),
    "v204": Difference("<", "versions are lower-cased, and `r100` sorts before `r2`"),
    "v206": Difference("error", marked),
    "v207": Difference("error", marked),
    "v209": Difference("error", marked),
    "v210": Difference("error", marked),
    "v212": Difference("error", marked),
    "v215": Difference("error", marked),
    "v218": Difference("error", marked),
    "v219": Difference("error", marked),
    "v225": Difference("error", marked),
    "v226": Difference("error", marked),
    "v232": Difference("error", marked),
    "v235": Difference("error", marked),
    "v238": Difference("error", marked),
    "v241": Difference("error", marked),
    "v302": Difference("<", open),
    "v303": Difference("=", open),
    "v307": Difference("<", open),
    "v308": Difference("=", open),
    "v312": Difference("error", open),
    "v313": Difference("error", open),
    "v315": Difference("error", open),
    "v317": Difference("error", open),
    "v318": Difference("error", open),
    "v320": Difference("<", open),
    "v324": Difference("=", open),
    "v325": Difference("<", open),
    "v326": Difference(">", open),
    "v327": Difference("error", open),
    "v328": Difference("=", open),
  ]

  /// `true` or `false`.
  static let filters: [String: Difference] = [
    "tf-equality-039": Difference("false", "texts are compared scalar by scalar: an accent of its own is another text"),
    "tf-regex-meta-048": Difference("true", "a comma always separates, and the part before it ends in the backslash"),
  ]

  static let dates: [String: Difference] = [
    "td-046": Difference(
      "2021-03-14T07:00:00.000Z", "clocks skip 02:30 that night, so the window opens when they jump to 03:00")
  ]

  static let ids: [String: Difference] = [
    "ti-18": Difference("different", "a number is an id as RFC 8785 writes it, its fraction included"),
    "ti-19": Difference("different", "an automatic id is made of the keys as they stand in the document"),
  ]
}
