extension OwnTexts {
  /// Korean.
  static let korean = OwnTexts(
    exit: Words(
      title: "서비스 종료",
      message: "이 앱의 서비스가 종료되었습니다."),
    force: Words(
      title: "업데이트 필요",
      message: "이 버전은 더 이상 사용할 수 없습니다. 계속하려면 앱을 업데이트해 주세요."),
    optional: Words(
      title: "업데이트 안내",
      message: "새 버전을 사용할 수 있습니다."),
    message: Words(
      title: "알림",
      message: "이 앱에 관한 새로운 소식이 있습니다."),
    buttons: Buttons(
      update: "업데이트", later: "나중에", skip: "이 버전 건너뛰기",
      exit: "종료", open: "열기", dismiss: "닫기"))
}
