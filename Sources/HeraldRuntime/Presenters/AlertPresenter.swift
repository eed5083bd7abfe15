#if canImport(UIKit) && !os(watchOS)
  public import Herald
  public import UIKit

  /// Shows prompts as alerts of UIKit.
  @MainActor
  public final class AlertPresenter: Presenter {
    private let host: @MainActor () -> UIViewController?
    private let exit: @MainActor () -> Void

    /// - Parameters:
    ///   - host: the view controller over which alerts come up, such as the window's root; nil while there is none, and
    ///     then nothing is shown.
    ///   - exit: what the button `exit` does. An app does not end itself here: show a screen that leads nowhere.
    public init(
      over host: @escaping @MainActor () -> UIViewController?, exit: @escaping @MainActor () -> Void
    ) {
      self.host = host
      self.exit = exit
    }

    public func present(_ showing: Showing) async -> Button? {
      guard var top = host() else { return nil }
      while let presented = top.presentedViewController { top = presented }
      return await withCheckedContinuation { continuation in
        let answer = Answer(continuation)
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

    /// Opens the destination, or exits.
    public func follow(_ button: Button, of showing: Showing) async {
      if button == .exit { exit() }
      guard button == .update || button == .open, let destination = showing.prompt.destination,
        let url = URL(string: destination.string)
      else { return }
      _ = await UIApplication.shared.open(url)
    }

    /// Kept alive by the alert's actions alone: where the alert goes away without one, so does this.
    private final class Answer: @unchecked Sendable {
      private var continuation: CheckedContinuation<Button?, Never>?
      init(_ continuation: CheckedContinuation<Button?, Never>) { self.continuation = continuation }

      func give(_ button: Button?) {
        continuation?.resume(returning: button)
        continuation = nil
      }

      deinit { give(nil) }
    }
  }
#endif
