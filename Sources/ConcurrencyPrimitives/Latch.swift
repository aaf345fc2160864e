/// An event that occurs once, for which threads and tasks wait: a latch that is closed until it is opened, and then stays open.
///
/// Thread-safe. What precedes ``open()`` happens before what follows a wait.
public final class Latch: Sendable {
    /// The event, for messages about threads that wait.
    public let name: String
    private let opened = Promise<Void>()

    /// A closed latch.
    public init(_ name: String = "") { self.name = name }

    /// Whether it has been opened. A snapshot; once true, always true.
    public var isOpen: Bool { opened.current != nil }

    /// Opens the latch for current and future waiters. Opening it again changes nothing.
    public func open() { opened.fulfill(()) }

    /// Blocks the calling thread until the latch is open. Never call it in a task.
    public func waitBlocking() { opened.valueBlocking() }

    /// Returns when the latch is open.
    public func wait(isolation: isolated (any Actor)? = #isolation) async { await opened.value() }
}
