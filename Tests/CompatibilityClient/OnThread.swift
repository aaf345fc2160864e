import ConcurrencyPrimitives

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Runs `work`, which may block, on a thread of its own, and suspends the calling test until it is done.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    let value = Mutex<Value?>(nil)
    await suspend { resumption in
        Thread.detachNewThread {
            let result = work()
            value.withLock { $0 = result }
            resumption.resume()
        }
    }
    return value.withLock { $0! }
}
