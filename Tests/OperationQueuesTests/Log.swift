import ConcurrencyPrimitives

/// What happened, in its order.
final class Log<Entry: Sendable>: Sendable {
    private let content = Mutex<[Entry]>([])
    var entries: [Entry] { content.withLock { $0 } }
    func append(_ entry: Entry) { content.withLock { $0.append(entry) } }
}
