#if canImport(UIKit) && !os(watchOS)
  public import Herald
  public import UIKit

  /// Shows prompts as UIKit alerts.
  ///
  /// ```swift
  /// let presenter = AlertPresenter(over: { window.rootViewController }, exit: { showEndOfService() })
  /// ```
  @MainActor
  public final class AlertPresenter: Presenter {
    private let host: @MainActor () -> UIViewController?
    private let exit: @MainActor () -> Void

    /// Makes a presenter.
    ///
    /// - Parameters:
    ///   - host: returns the view controller that presents the alert; by default the root of the key window. With nil
    ///     nothing is shown.
    ///   - exit: handles the button `exit`. An iOS app must not end itself: show a screen without a way on. By default the
    ///     app goes on, and the prompt comes again at the next return to the app.
    public nonisolated init(
      over host: @escaping @MainActor () -> UIViewController? = { AlertPresenter.rootOfKeyWindow },
      exit: @escaping @MainActor () -> Void = {}
    ) {
      self.host = host
      self.exit = exit
    }

    /// The root view controller of the key window; nil where the app has no such window.
    public static var rootOfKeyWindow: UIViewController? {
      let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
      return scenes.flatMap(\.windows).first { $0.isKeyWindow }?.rootViewController
    }

    /// Shows an alert over the topmost view controller; nil where it goes away without an answer.
    public func present(_ showing: Showing) async -> Button? {
      guard var top = host() else { return nil }
      while let presented = top.presentedViewController { top = presented }
      return await withCheckedContinuation { continuation in
        // The alert's actions hold the only references: where the alert goes away, the answer is nil.
        let answer = PendingAnswer(continuation)
        let words = PromptWords(showing.prompt)
        let message = ([words.message] + words.details).joined(separator: "\n\n")
        let alert = UIAlertController(title: words.title, message: message, preferredStyle: .alert)
        for (button, title) in words.buttons {
          alert.addAction(UIAlertAction(title: title, style: .default) { _ in answer.give(button) })
        }
        alert.preferredAction = alert.actions.first
        top.present(alert, animated: true)
      }
    }

    /// Opens the destination, or calls `exit`.
    public func follow(_ button: Button, of showing: Showing) async {
      if button == .exit { exit() }
      guard let destination = showing.destination(of: button), let url = URL(string: destination) else { return }
      _ = await UIApplication.shared.open(url)
    }
  }
#endif
