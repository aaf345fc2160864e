import Dispatch
import Synchronization

/// A database connection that serves one access at a time. To cancel an access interrupts the connection, if this access runs.
/// Between that check and the interruption, another access may have begun.
///
/// groue/GRDB.swift, pull request 1797, "Fix race condition regarding Task cancellation":
/// https://github.com/groue/GRDB.swift/pull/1797
final class DatabaseConnection: Sendable {
    private struct State {
        var running: Int?
        var isInterrupted = false
    }

    private let queue = DispatchQueue(label: "connection")
    private let state = Mutex(State())
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether the access was not interrupted.
    func access(_ number: Int) -> Bool {
        queue.sync {
            state.withLock { $0 = State(running: number) }
            return state.withLock { state in
                defer { state = State() }
                return !state.isInterrupted
            }
        }
    }

    func cancel(_ number: Int) {
        if isFixed {
            state.withLock { if $0.running == number { $0.isInterrupted = true } }
        } else {
            guard state.withLock({ $0.running }) == number else { return }
            state.withLock { $0.isInterrupted = true }
        }
    }
}

extension Bug {
    static let grdbCancelUnrelated = Bug(
        name: "GRDBCancelUnrelated", project: "groue/GRDB.swift",
        citation: "https://github.com/groue/GRDB.swift/pull/1797", family: .cancellation
    ) { isFixed, expect in
        let connection = DatabaseConnection(isFixed: isFixed)
        let cancelled = Task {
            await withTaskCancellationHandler {
                connection.access(1)
            } onCancel: {
                connection.cancel(1)
            }
        }
        let other = Task { connection.access(2) }
        cancelled.cancel()
        _ = await cancelled.value
        let isComplete = await other.value
        expect(isComplete, "an access was interrupted that nobody cancelled")
    }
}
