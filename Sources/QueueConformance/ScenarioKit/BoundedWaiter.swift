private import ConcurrencyPrimitives
import Operations

/// A task that waits, and that may stop doing so early.
final class BoundedWaiter: Sendable {
    /// How a wait ended: nil if what was waited for has come.
    typealias End = WaitEndedEarly?

    let call: String
    private let ends = EventLog<End>()
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - call: The call as it reads in code.
    ///   - isCancelledBefore: Whether the task is cancelled before it waits.
    init(
        _ call: String, _ probe: Probe, isCancelledBefore: Bool = false,
        _ wait: @escaping @Sendable () async throws(WaitEndedEarly) -> Void
    ) {
        self.call = call
        let (recorder, ends) = (probe.recorder("task"), ends)
        let task = startTask {
            if isCancelledBefore { withUnsafeCurrentTask { $0?.cancel() } }
            var end: End = nil
            do throws(WaitEndedEarly) {
                try await recorder.call(throwing: call, wait)
            } catch {
                end = error
            }
            ends.append(end)
        }
        self.task.withLock { $0 = task }
    }

    func cancel() { task.withLock { $0 }?.cancel() }

    /// How it ended; nil as long as it waits.
    var end: End? { ends.entries.first }

    /// In words, to be read after "observed".
    var inWords: String {
        switch end {
        case nil: "\(call) had not returned when the process was quiescent"
        case .some(nil): "\(call) returned as if what it waited for had come"
        case .some(.some(let error)): "\(call) ended by \(error.reason.rawValue): \(error)"
        }
    }

    /// Throws a violation unless the wait ends early, for that reason, names all of `names` and none of `others`, and says in words
    /// which reason it was.
    func expectEnd(
        by reason: WaitEndedEarly.Reason, naming names: [String] = [], notNaming others: [String] = [],
        _ probe: Probe
    ) async throws {
        _ = try await probe.holdsWhenQuiescent { self.end != nil }
        let error = end.flatMap { $0 }
        try probe.expect(
            error?.reason == reason, "\(call) to end by \(reason.rawValue)", observed: inWords)
        let missing = names.filter { error?.waitedFor.contains($0) != true }
        try probe.expect(
            missing.isEmpty, "\(call) to say that it waited for \(names.inWords)",
            observed: "it says: \(error.map { "\($0.waitedFor)" } ?? "nothing")")
        guard let error else { return }
        let named = others.filter { error.waitedFor.contains($0) }
        try probe.expect(
            named.isEmpty, "\(call) not to say that it waited for \(others.inWords)",
            observed: "it says: \(error.waitedFor)")
        // Without what was waited for, whose name may have such a word.
        let why = error.description.replacing(error.waitedFor, with: "")
        let word = reason == .deadline ? "time" : "cancel"
        try probe.expect(
            why.contains(word), "\(call) to say that it ended by \(reason.rawValue)",
            observed: "it says: \(error)")
    }

    /// Throws a violation unless it has returned as what it waited for came about.
    func expectReturn(_ circumstances: String, _ probe: Probe) async throws {
        _ = try await probe.holdsWhenQuiescent { self.end != nil }
        if case .some(nil) = end { return }
        throw probe.violation("\(call) to return \(circumstances)", observed: inWords)
    }

    /// Throws a violation if it waits no longer once nothing goes on.
    func expectWaiting(_ circumstances: String, _ probe: Probe) async throws {
        try await probe.settle()
        try probe.expect(end == nil, "\(call) to go on \(circumstances)", observed: inWords)
    }
}

extension Duration {
    /// A deadline that no check reaches.
    static var never: Duration { .seconds(100_000_000) }
}
