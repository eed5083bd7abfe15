@_exported public import Foundation

@MainActor
open class UIResponder {}

@MainActor
open class UIViewController: UIResponder {
  public var presentedViewController: UIViewController? { nil }
  public func present(
    _ controller: UIViewController, animated: Bool, completion: (@MainActor @Sendable () -> Void)? = nil
  ) {}
}

@MainActor
open class UIWindow: UIResponder {
  public var isKeyWindow: Bool { false }
  public var rootViewController: UIViewController?
}

@MainActor
open class UIScene: UIResponder, @preconcurrency Hashable {
  public static func == (one: UIScene, other: UIScene) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@MainActor
open class UIWindowScene: UIScene {
  public var windows: [UIWindow] { [] }
}

@MainActor
open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

  public static var shared: UIApplication { UIApplication() }
  public var connectedScenes: Set<UIScene> { [] }
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }
}

@MainActor
open class UIAlertAction {
  public enum Style: Sendable { case `default`, cancel, destructive }

  public init(title: String?, style: Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil) {}
}

@MainActor
open class UIAlertController: UIViewController {
  public enum Style: Sendable { case actionSheet, alert }

  public init(title: String?, message: String?, preferredStyle: Style) {}
  public func addAction(_ action: UIAlertAction) {}
  public var actions: [UIAlertAction] { [] }
  public var preferredAction: UIAlertAction?
}
