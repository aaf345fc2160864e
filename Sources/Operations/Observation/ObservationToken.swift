internal import ConcurrencyPrimitives

/// What an observer holds for as long as it wants to be notified.
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

/// What an observer wants to get with a change.
public struct ObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value after the change.
    public static let new = ObservingOptions(rawValue: 1)
    /// The value before the change.
    public static let old = ObservingOptions(rawValue: 2)
    /// A first call, before `observe` returns, with the value as it is.
    public static let initial = ObservingOptions(rawValue: 4)
    /// A call of its own before each change, besides the one after it.
    public static let prior = ObservingOptions(rawValue: 8)
}

/// In what way an observed property has changed: for an operation or a queue, always by being set.
public enum ObservedChangeKind: UInt, Sendable {
    /// It was set.
    case setting = 1
    /// Something was inserted into it.
    case insertion = 2
    /// Something was removed from it.
    case removal = 3
    /// Something in it was replaced.
    case replacement = 4
}

/// One change of an observed property.
public struct ObservedChange<Value> {
    /// In what way it has changed: it was set.
    public var kind: ObservedChangeKind { .setting }
    /// The value after the change; nil unless ``ObservingOptions/new`` was asked for.
    public let newValue: Value?
    /// The value before the change; nil unless ``ObservingOptions/old`` was asked for.
    public let oldValue: Value?
    /// Whether this is the call before the change (``ObservingOptions/prior``).
    public let isPrior: Bool

    /// Holds what `options` ask for.
    package init(from old: Value?, to new: Value?, _ options: ObservingOptions, isPrior: Bool = false) {
        newValue = options.contains(.new) ? new : nil
        oldValue = options.contains(.old) ? old : nil
        self.isPrior = isPrior
    }
}

extension ObservedChange: Sendable where Value: Sendable {}
