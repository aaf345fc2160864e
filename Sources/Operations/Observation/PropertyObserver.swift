/// What one observer of a property has been given, and what it gets next.
///
/// A change is reported in one call, or with ``ObservingOptions/prior`` in two. Who announces a change beforehand has the first of
/// them made then; of any other change both are made afterwards.
///
/// `@unchecked Sendable`: an observer is called by one thread at a time (see `ChangeLog`), and nobody else touches the field.
package final class PropertyObserver<Root, Value>: @unchecked Sendable {
    package typealias Handler = @Sendable (Root, ObservedChange<Value>) -> Void

    private let options: ObservingOptions
    private let handler: Handler
    /// The value before a change that was announced beforehand.
    private var before: Value??

    package init(_ options: ObservingOptions, _ handler: @escaping Handler) {
        self.options = options
        self.handler = handler
    }

    /// The observation begins.
    package func begin(_ root: Root, _ value: @autoclosure () -> Value) {
        if options.contains(.initial) { handler(root, ObservedChange(from: nil, to: value(), options)) }
    }

    /// A change is announced.
    package func willChange(_ root: Root, _ value: Value?) {
        before = .some(value)
        if options.contains(.prior) {
            handler(root, ObservedChange(from: value, to: nil, options, isPrior: true))
        }
    }

    /// A change that a subclass announces is made, before which the value was `old`, if the subclass hasn't announced it
    /// beforehand.
    package func didChange(_ root: Root, from old: Value?, to new: Value) {
        change(root, from: before ?? old, to: new)
    }

    /// A change is made, before which the value was `old`.
    package func change(_ root: Root, from old: Value?, to new: Value) {
        if before == nil { willChange(root, old) }
        before = nil
        handler(root, ObservedChange(from: old, to: new, options))
    }
}
