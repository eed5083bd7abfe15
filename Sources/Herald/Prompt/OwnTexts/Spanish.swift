extension OwnTexts {
  /// Spanish.
  static let spanish = OwnTexts(
    exit: Words(
      title: "Ya no disponible",
      message: "El servicio de esta aplicación ha finalizado."),
    force: Words(
      title: "Actualización necesaria",
      message: "Esta versión ya no se puede usar. Actualiza la aplicación para continuar."),
    optional: Words(
      title: "Actualización disponible",
      message: "Hay una nueva versión de la aplicación."),
    message: Words(
      title: "Aviso",
      message: "Hay novedades sobre esta aplicación."),
    buttons: Buttons(
      update: "Actualizar", later: "Más tarde", skip: "Omitir esta versión",
      exit: "Salir", open: "Abrir", dismiss: "Cerrar"))
}
