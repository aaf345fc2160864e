internal import ConcurrencyPrimitives

/// What an observer holds for as long as it wants to be told.
///
/// Letting go of it ends the observation, too. Thread-safe.
public final class ObservationToken: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    /// - Parameter end: Called once, when the observation ends.
    public init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { invalidate() }

    /// Ends the observation. One more call of the handler may be under way, or about to begin, on another thread. Doing it
    /// twice is as doing it once.
    public func invalidate() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}

/// What an observer wants to be told with a change.
public struct ObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The value after the change.
    public static let new = ObservingOptions(rawValue: 1)
    /// The value before the change.
    public static let old = ObservingOptions(rawValue: 2)
    /// A first call, before `observe` returns, with the value as it is.
    public static let initial = ObservingOptions(rawValue: 4)
}

/// One change of an observed property.
public struct ObservedChange<Value> {
    /// The value after the change; nil unless ``ObservingOptions/new`` was asked for.
    public let newValue: Value?
    /// The value before the change; nil unless ``ObservingOptions/old`` was asked for.
    public let oldValue: Value?

    /// Holds what `options` ask for.
    package init(from old: Value?, to new: Value, _ options: ObservingOptions) {
        newValue = options.contains(.new) ? new : nil
        oldValue = options.contains(.old) ? old : nil
    }
}

extension ObservedChange: Sendable where Value: Sendable {}
