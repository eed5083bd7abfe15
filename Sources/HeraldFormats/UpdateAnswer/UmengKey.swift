import Herald

/// The keys of Umeng's update service.
enum UmengKey: String, UpdateAnswerKey {
  case update, version
  case url = "path"
  case notes = "update_log"

  var about: KeyReference { aboutAnswer }
}

/// The keys of the answer that WVector's AppUpdate reads.
enum AppUpdateKey: String, UpdateAnswerKey {
  case update
  case version = "new_version"
  case url = "apk_file_url"
  case notes = "update_log"
  case isForced = "constraint"

  static var constraint: Self? { .isForced }

  var about: KeyReference {
    guard self == .isForced else { return aboutAnswer }
    return KeyReference(
      .boolean, .optional(default: "false"), "Whether the update is forced.", example: "true", fault: .countsAsAbsent)
  }
}
