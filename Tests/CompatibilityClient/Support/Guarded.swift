#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// A value under a lock, written as a property.
///
/// `@unchecked Sendable`: the value is touched under the lock only.
@propertyWrapper
final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(wrappedValue: Value) { value = wrappedValue }

    var wrappedValue: Value {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}
