import Herald

/// The shapes of keys that say when and how a rule asks.
enum MannerShape {
  static let triggerForm = TextForm(
    "a trigger such as `launch`, `foreground` or `operation:pay`",
    pattern: #"^(?:launch|login|schedule|manual|foreground|operation|operation:[\s\S]+)$"#)
  static let triggers = ValueShape.list(.form(triggerForm), count: 1...Int.max)

  static let changes = ValueShape.list(.words(VersionChange.allCases.map(\.rawValue)))
  static let someChanges = ValueShape.list(.words(VersionChange.allCases.map(\.rawValue)), count: 1...Int.max)
  static let names = ValueShape.list(.text)

  static let positiveHours = ValueShape.lenient(.positive(unit: "hours"))
  static let hours = ValueShape.lenient(.number(0...DecimalNumber.largestInteger, unit: "hours"))
  static let days = ValueShape.lenient(.number(0...DecimalNumber.largestInteger, unit: "days"))

  static let steps = ValueShape.list(.lenient(.number(0...100)), count: 1...100)
  static let caps = ValueShape.list(.object(CapKey.object), count: 0...8)
  static let reminders = ValueShape.list(.object(ReminderKey.object), count: 0...8)
}
