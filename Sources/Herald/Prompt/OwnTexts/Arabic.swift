extension OwnTexts {
  /// Arabic.
  static let arabic = OwnTexts(
    exit: Words(
      title: "لم يعد متاحًا",
      message: "انتهت خدمة هذا التطبيق."),
    force: Words(
      title: "التحديث مطلوب",
      message: "لم يعد بالإمكان استخدام هذا الإصدار. يُرجى تحديث التطبيق للمتابعة."),
    optional: Words(
      title: "يتوفر تحديث",
      message: "يتوفر إصدار جديد من التطبيق."),
    message: Words(
      title: "إشعار",
      message: "هناك جديد بخصوص هذا التطبيق."),
    buttons: Buttons(
      update: "تحديث", later: "لاحقًا", skip: "تخطي هذا الإصدار",
      exit: "خروج", open: "فتح", dismiss: "إغلاق"))
}
