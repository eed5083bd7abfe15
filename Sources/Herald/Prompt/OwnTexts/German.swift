extension OwnTexts {
  /// German.
  static let german = OwnTexts(
    exit: Words(
      title: "Nicht mehr verfügbar",
      message: "Der Dienst dieser App wurde eingestellt."),
    force: Words(
      title: "Update erforderlich",
      message: "Diese Version kann nicht mehr verwendet werden. Bitte aktualisieren Sie die App, um fortzufahren."),
    optional: Words(
      title: "Update verfügbar",
      message: "Eine neue Version der App ist verfügbar."),
    message: Words(
      title: "Hinweis",
      message: "Es gibt Neuigkeiten zu dieser App."),
    buttons: Buttons(
      update: "Aktualisieren", later: "Später", skip: "Diese Version überspringen",
      exit: "Beenden", open: "Öffnen", dismiss: "Schließen"))
}
