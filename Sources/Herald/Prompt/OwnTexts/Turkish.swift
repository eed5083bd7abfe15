extension OwnTexts {
  /// Turkish.
  static let turkish = OwnTexts(
    exit: Words(
      title: "Artık kullanılamıyor",
      message: "Bu uygulamanın hizmeti sona erdi."),
    force: Words(
      title: "Güncelleme gerekli",
      message: "Bu sürüm artık kullanılamıyor. Devam etmek için lütfen uygulamayı güncelleyin."),
    optional: Words(
      title: "Güncelleme var",
      message: "Uygulamanın yeni bir sürümü var."),
    message: Words(
      title: "Duyuru",
      message: "Bu uygulamayla ilgili bir haber var."),
    buttons: Buttons(
      update: "Güncelle", later: "Daha sonra", skip: "Bu sürümü atla",
      exit: "Çık", open: "Aç", dismiss: "Kapat"))
}
