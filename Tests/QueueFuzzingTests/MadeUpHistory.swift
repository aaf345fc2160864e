@testable import QueueFuzzing

/// A history that was written and not recorded.
struct MadeUpHistory {
    private(set) var events: [FuzzHistory.Event] = []
    private var calls = 0

    /// Invokes a call, and returns its number.
    mutating func invoke(_ call: FuzzCall, thread: Int32 = 1) -> Int {
        calls += 1
        events.append(.init(.invoked(id: calls, call), thread: thread))
        return calls
    }

    mutating func finish(_ id: Int, _ value: Int? = nil, thread: Int32 = 1) {
        events.append(.init(.returned(id: id, value: value), thread: thread))
    }

    /// A call and its return.
    mutating func call(_ call: FuzzCall, _ value: Int? = nil, thread: Int32 = 1) {
        let id = invoke(call, thread: thread)
        finish(id, value, thread: thread)
    }

    mutating func read(_ operation: Int, _ property: FuzzCall.Property, _ value: Bool) {
        call(.read(operation, property), value ? 1 : 0)
    }

    mutating func begin(_ operation: Int, thread: Int32 = 9) {
        events.append(.init(.began(operation), thread: thread))
    }

    mutating func end(_ operation: Int, thread: Int32 = 9) {
        events.append(.init(.ended(operation), thread: thread))
    }

    /// The bodies of operations, one after the other.
    mutating func run(_ operations: Int...) {
        for operation in operations {
            begin(operation)
            end(operation)
        }
    }

    mutating func complete(_ operation: Int) { events.append(.init(.completed(operation), thread: 9)) }

    mutating func add(_ operations: Int...) {
        for operation in operations { call(.add(operation, queue: 0)) }
    }

    // MARK: Judging

    /// The sentences that refuse the history.
    static func refusals(
        limit: Int = 1, _ operations: [FuzzProgram.Operation] = Array(repeating: .init(), count: 3),
        hasEnded: Bool = true, _ write: (inout MadeUpHistory) -> Void
    ) -> Set<ModelSentence> {
        var made = MadeUpHistory()
        write(&made)
        let program = FuzzProgram(operations: operations, limits: [limit], threads: [])
        let bounds = Bounds(Timeline(FuzzHistory(made.events, hasEnded: hasEnded), of: program))
        let checker = HistoryChecker()
        var sentences = Set(checker.violationsByIntervals(bounds).map(\.sentence))
        if case .forbidden(let violation) = checker.search(bounds) { sentences.insert(violation.sentence) }
        return sentences
    }
}
