import Dispatch

/// A pool with one writer, a serial queue, and few readers, which a semaphore counts. An observation that starts has a reader,
/// and wants the writer. A write has the writer, and wants a reader for the observations that it notifies.
///
/// groue/GRDB.swift, pull request 1364, "Fix ValueObservation deadlock":
/// https://github.com/groue/GRDB.swift/pull/1364
final class DatabasePool: @unchecked Sendable {
    private let writer = DispatchQueue(label: "writer")
    private let readers = DispatchSemaphore(value: 1)
    private var observers = 0
    private var value = 0
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Fetches the first value with a reader, then registers an observer with the writer.
    func startObservation() {
        readers.wait()
        if isFixed { readers.signal() }
        writer.sync { observers += 1 }
        if !isFixed { readers.signal() }
    }

    /// Changes the value, and fetches it for the observers.
    func write(_ newValue: Int) {
        writer.sync {
            value = newValue
            readers.wait()
            readers.signal()
        }
    }

    var observerCount: Int { writer.sync { observers } }
}

extension Bug {
    static let grdbObservationDeadlock = Bug(
        name: "GRDBObservationDeadlock", project: "groue/GRDB.swift",
        citation: "https://github.com/groue/GRDB.swift/pull/1364", family: .callbackUnderLock
    ) { isFixed, expect in
        let pool = DatabasePool(isFixed: isFixed)
        let observation = Task { pool.startObservation() }
        pool.write(1)
        await observation.value
        expect(pool.observerCount == 1, "\(pool.observerCount) observers")
    }
}
