import HeraldRuntime
import SwiftUI

@main
struct ShopApp: App {
  private let prompts: ViewPresenter
  private let herald: Installation

  init() {
    prompts = ViewPresenter()
    herald = Installation(policy: "https://updates.example.com/policy.json", presenter: prompts)
  }

  var body: some Scene {
    WindowGroup {
      Text("Shop")
        .heraldPrompts(prompts)
        .task { await herald.launched() }
    }
  }
}
