/// A door, closed at first, that opens once and stays open. Threads and tasks wait for it.
///
/// Thread-safe. What precedes ``open()`` happens before what follows a wait.
public final class Latch: Sendable {
    /// What it stands for, for people.
    public let name: String
    private let opened = Promise<Void>()

    /// A latch that is closed.
    public init(_ name: String = "") { self.name = name }

    /// Whether it has been opened. A snapshot; once true, always true.
    public var isOpen: Bool { opened.current != nil }

    /// Lets all through who wait and all who come. Opening it again changes nothing.
    public func open() { opened.fulfill(()) }

    /// Blocks the calling thread until the latch is open. Never call it in a task.
    public func waitBlocking() { opened.valueBlocking() }

    /// Returns when the latch is open.
    public func wait(isolation: isolated (any Actor)? = #isolation) async { await opened.value() }
}
