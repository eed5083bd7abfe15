#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Herald

  /// Shows prompts as panels on a Mac.
  ///
  /// ```swift
  /// let presenter = PanelPresenter()
  /// ```
  @MainActor
  public final class PanelPresenter: Presenter {
    private let exit: @MainActor () -> Void

    /// Makes a presenter.
    ///
    /// - Parameter exit: handles the button `exit`; by default it ends the app.
    public nonisolated init(exit: @escaping @MainActor () -> Void = { NSApplication.shared.terminate(nil) }) {
      self.exit = exit
    }

    /// Shows a panel until a button is pressed: over the main window where there is one, else on its own.
    public func present(_ showing: Showing) async -> Button? {
      let words = PromptWords(showing.prompt)
      let panel = NSAlert()
      panel.messageText = words.title
      panel.informativeText = ([words.message] + words.details).joined(separator: "\n\n")
      for (_, title) in words.buttons { panel.addButton(withTitle: title) }
      let answer: NSApplication.ModalResponse
      if let window = NSApplication.shared.mainWindow {
        answer = await panel.beginSheetModal(for: window)
      } else {
        answer = panel.runModal()
      }
      let place = answer.rawValue - NSApplication.ModalResponse.alertFirstButtonReturn.rawValue
      return words.buttons.indices.contains(place) ? words.buttons[place].button : nil
    }

    /// Opens the destination, or ends the app.
    public func follow(_ button: Button, of showing: Showing) async {
      if button == .exit { exit() }
      guard let destination = showing.destination(of: button), let url = URL(string: destination) else { return }
      NSWorkspace.shared.open(url)
    }
  }
#endif
