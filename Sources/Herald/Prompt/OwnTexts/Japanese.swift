extension OwnTexts {
  /// Japanese.
  static let japanese = OwnTexts(
    exit: Words(
      title: "サービス終了",
      message: "このアプリのサービスは終了しました。"),
    force: Words(
      title: "アップデートが必要です",
      message: "このバージョンはご利用いただけなくなりました。続けるにはアプリをアップデートしてください。"),
    optional: Words(
      title: "アップデートのお知らせ",
      message: "新しいバージョンをご利用いただけます。"),
    message: Words(
      title: "お知らせ",
      message: "このアプリに関するお知らせがあります。"),
    buttons: Buttons(
      update: "アップデート", later: "後で", skip: "このバージョンをスキップ",
      exit: "終了", open: "開く", dismiss: "閉じる"))
}
