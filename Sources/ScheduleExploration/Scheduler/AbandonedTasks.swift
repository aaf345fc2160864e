internal import Synchronization

/// Tasks that wait for ever, kept so that what they hold stays reachable: a tool that looks for leaks is to find those of
/// the program, not what a deadlock leaves behind.
enum AbandonedTasks {
    private static let tasks = Synchronization.Mutex<[Task<Void, Never>]>([])

    static func keep(_ abandoned: [Task<Void, Never>]) { tasks.withLock { $0 += abandoned } }
}
