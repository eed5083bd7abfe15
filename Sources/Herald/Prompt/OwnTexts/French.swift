extension OwnTexts {
  /// French.
  static let french = OwnTexts(
    exit: Words(
      title: "Service interrompu",
      message: "Le service de cette application a pris fin."),
    force: Words(
      title: "Mise à jour requise",
      message: "Cette version ne peut plus être utilisée. Veuillez mettre à jour l’application pour continuer."),
    optional: Words(
      title: "Mise à jour disponible",
      message: "Une nouvelle version de l’application est disponible."),
    message: Words(
      title: "Information",
      message: "Il y a du nouveau concernant cette application."),
    buttons: Buttons(
      update: "Mettre à jour", later: "Plus tard", skip: "Ignorer cette version",
      exit: "Quitter", open: "Ouvrir", dismiss: "Fermer"))
}
