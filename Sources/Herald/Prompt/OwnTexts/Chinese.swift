extension OwnTexts {
  /// Chinese, in simplified characters.
  static let chinese = OwnTexts(
    exit: Words(
      title: "服务已终止",
      message: "此应用的服务已终止。"),
    force: Words(
      title: "需要更新",
      message: "此版本已无法继续使用，请更新应用后继续。"),
    optional: Words(
      title: "有可用更新",
      message: "应用有新版本可供更新。"),
    message: Words(
      title: "通知",
      message: "有关于此应用的新消息。"),
    buttons: Buttons(
      update: "更新", later: "以后再说", skip: "跳过此版本",
      exit: "退出", open: "打开", dismiss: "关闭"))
}
