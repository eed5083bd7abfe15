@_exported public import Foundation

@MainActor
open class NSWindow { init() {} }

@MainActor
open class NSButton { init() {} }

@MainActor
open class NSApplication {
  public struct ModalResponse: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let alertFirstButtonReturn = ModalResponse(rawValue: 1000)
  }

  public static var shared: NSApplication { NSApplication() }
  public var mainWindow: NSWindow? { nil }
  public func terminate(_ sender: Any?) {}
}

@MainActor
open class NSWorkspace {
  public static var shared: NSWorkspace { NSWorkspace() }
  @discardableResult
  public func open(_ url: URL) -> Bool { false }
}

@MainActor
open class NSAlert {
  public init() {}
  public var messageText = ""
  public var informativeText = ""
  @discardableResult
  public func addButton(withTitle title: String) -> NSButton { NSButton() }
  public func beginSheetModal(for window: NSWindow) async -> NSApplication.ModalResponse { .alertFirstButtonReturn }
  public func runModal() -> NSApplication.ModalResponse { .alertFirstButtonReturn }
}
