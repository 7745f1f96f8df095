// swift-format-ignore-file
// The declarations of SwiftUI that recipes/app uses, as Apple documents them, without their implementations. `script/check app`
// type-checks the recipe with them where there is no SwiftUI; on Apple's systems, the compiler uses the real ones.
@_exported import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }

public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView { public var body: Never { fatalError() } }

public struct TupleView<Content>: PrimitiveView {}
public struct EmptyView: PrimitiveView {}
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper public struct Binding<Value> {
  public init(projectedValue: Binding<Value>) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
}

public struct Text: PrimitiveView {
  public init<S: StringProtocol>(_ content: S) {}
  public func bold() -> Text { self }
}
public struct ProgressView: PrimitiveView { public init() {} }
public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
public enum HorizontalAlignment { case leading, center, trailing }
public struct VStack<Content: View>: PrimitiveView {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}
public struct Menu<Content: View>: PrimitiveView {
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
public struct ButtonRole: Equatable, Sendable { public static let cancel = ButtonRole() }
public struct Button: PrimitiveView {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
  public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}
public struct TextField: PrimitiveView {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public enum Edge { public struct Set: Sendable { public static let leading = Set() } }
public struct ShapeStyle: Sendable {
  public static let red = ShapeStyle()
  public static let secondary = ShapeStyle()
}
@MainActor public func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result {
  try body()
}

extension View {
  public func foregroundStyle(_ style: ShapeStyle) -> some View { self }
  public func padding(_ edges: Edge.Set, _ length: CGFloat?) -> some View { self }
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
  public func task(
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public func task<T: Equatable>(
    id value: T,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
  public func swipeActions<T: View>(@ViewBuilder content: () -> T) -> some View { self }
  public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View { self }
}
