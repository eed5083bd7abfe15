extension OwnTexts {
  /// English.
  static let english = OwnTexts(
    exit: Words(
      title: "No longer available",
      message: "This app is no longer in service."),
    force: Words(
      title: "Update required",
      message: "This version can no longer be used. Please update the app to go on."),
    optional: Words(
      title: "Update available",
      message: "A new version of the app is available."),
    message: Words(
      title: "Notice",
      message: "There is news about this app."),
    buttons: Buttons(
      update: "Update", later: "Later", skip: "Skip this version",
      exit: "Quit", open: "Open", dismiss: "Close"))
}
