@_exported public import Foundation

// Combine, which SwiftUI exports.

public protocol ObservableObject: AnyObject {}

@propertyWrapper
public struct Published<Value> {
  public init(wrappedValue: Value) {}

  @available(*, unavailable, message: "only classes have published properties")
  public var wrappedValue: Value {
    get { fatalError("a stub") }
    set {}
  }

  public static subscript<Owner: ObservableObject>(
    _enclosingInstance owner: Owner, wrapped value: ReferenceWritableKeyPath<Owner, Value>,
    storage wrapper: ReferenceWritableKeyPath<Owner, Published<Value>>
  ) -> Value {
    get { fatalError("a stub") }
    set {}
  }
}

// Views.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError("a stub") }
}

/// A view that the stub has no body for.
public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
  public var body: Never { fatalError("a stub") }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct EmptyView: PrimitiveView {}

public struct Text: PrimitiveView {
  public init(_ content: some StringProtocol) {}
}

public struct Button<Label: View>: PrimitiveView {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) where Label == Text {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: PrimitiveView {}
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: PrimitiveView {}

extension View {
  nonisolated public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent() }

  nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View { EmptyView() }

  nonisolated public func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @isolated(any) @Sendable () async -> Void
  ) -> some View { EmptyView() }
}

// What a view reads.

@propertyWrapper
public struct Binding<Value> {
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public var wrappedValue: Value {
    get { fatalError("a stub") }
    nonmutating set {}
  }
}

@MainActor @preconcurrency
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  public var wrappedValue: ObjectType
}

@MainActor @preconcurrency
public struct OpenURLAction: Sendable {
  public func callAsFunction(_ url: URL) {}
}

public struct EnvironmentValues {
  public var openURL: OpenURLAction { fatalError("a stub") }
}

@propertyWrapper
public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError("a stub") }
}

// Apps.

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("a stub") }
}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}
