import HeraldRuntime
import UIKit

@MainActor
func presenter(over window: UIWindow, showEndOfService: @escaping @MainActor () -> Void) -> AlertPresenter {
  let presenter = AlertPresenter(over: { window.rootViewController }, exit: { showEndOfService() })
  return presenter
}
