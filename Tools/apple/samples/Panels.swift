import AppKit
import HeraldRuntime

@MainActor
func presenter() -> PanelPresenter {
  let presenter = PanelPresenter()
  return presenter
}
