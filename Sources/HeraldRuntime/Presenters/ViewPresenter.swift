#if canImport(SwiftUI)
  public import Herald
  public import SwiftUI

  /// Shows prompts as alerts of the SwiftUI view with the modifier `heraldPrompts(_:)`.
  ///
  /// ```swift
  /// @main
  /// struct ShopApp: App {
  ///   private let prompts: ViewPresenter
  ///   private let herald: Installation
  ///
  ///   init() {
  ///     prompts = ViewPresenter()
  ///     herald = Installation(policy: "https://updates.example.com/policy.json", presenter: prompts)
  ///   }
  ///
  ///   var body: some Scene {
  ///     WindowGroup {
  ///       Text("Shop")
  ///         .heraldPrompts(prompts)
  ///         .task { await herald.launched() }
  ///     }
  ///   }
  /// }
  /// ```
  @MainActor
  public final class ViewPresenter: ObservableObject, Presenter {
    /// The prompt that is on the screen or waits for a view; nil for none.
    @Published public private(set) var showing: Showing?
    private var answer: PendingAnswer?
    private var openURL: OpenURLAction?
    private let exit: @MainActor () -> Void

    /// Makes a presenter.
    ///
    /// - Parameter exit: handles the button `exit`. An iOS app must not end itself: show a screen without a way on. By
    ///   default the app goes on, and the prompt comes again at the next return to the app.
    public init(exit: @escaping @MainActor () -> Void = {}) { self.exit = exit }

    /// Shows an alert over the view; nil where it goes away without an answer. It waits until the view is on the screen.
    public func present(_ showing: Showing) async -> Herald.Button? {
      await withCheckedContinuation { continuation in
        answer = PendingAnswer(continuation)
        self.showing = showing
      }
    }

    /// Opens the destination as the view opens links, or calls `exit`.
    public func follow(_ button: Herald.Button, of showing: Showing) async {
      if button == .exit { exit() }
      guard let destination = showing.destination(of: button), let url = URL(string: destination) else { return }
      openURL?(url)
    }

    /// Ends a showing with the button that was chosen; with nil it vanished. A showing that has ended stays as it is.
    fileprivate func end(_ ended: Showing?, with button: Herald.Button?, openURL: OpenURLAction) {
      guard let ended, ended.id == showing?.id else { return }
      self.openURL = openURL
      showing = nil
      answer?.give(button)
      answer = nil
    }
  }

  extension View {
    /// Shows a presenter's prompts as alerts over this view. Add it once, to the root view of the app's window.
    public func heraldPrompts(_ presenter: ViewPresenter) -> some View { modifier(PromptAlert(presenter: presenter)) }
  }

  private struct PromptAlert: ViewModifier {
    @ObservedObject var presenter: ViewPresenter
    @Environment(\.openURL) private var openURL

    func body(content: Content) -> some View {
      let showing = presenter.showing
      content.alert(
        showing.map { PromptWords($0.prompt).title } ?? "", isPresented: isPresented(showing), presenting: showing
      ) { showing in
        ForEach(PromptWords(showing.prompt).buttons, id: \.button) { button, title in
          SwiftUI.Button(title) { presenter.end(showing, with: button, openURL: openURL) }
        }
      } message: { showing in
        let words = PromptWords(showing.prompt)
        Text(([words.message] + words.details).joined(separator: "\n\n"))
      }
    }

    /// SwiftUI sets it to false after a button's action, and where the alert goes away without one.
    private func isPresented(_ showing: Showing?) -> Binding<Bool> {
      Binding {
        showing != nil
      } set: { @MainActor isPresented in
        if !isPresented { presenter.end(showing, with: nil, openURL: openURL) }
      }
    }
  }
#endif
