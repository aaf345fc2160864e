#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// What happened, in its order, from any thread.
///
/// `@unchecked Sendable`: the array is touched under the lock only.
final class Log<Entry: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Entry] = []

    var entries: [Entry] { lock.withLock { stored } }

    func append(_ entry: Entry) { lock.withLock { stored.append(entry) } }
}
