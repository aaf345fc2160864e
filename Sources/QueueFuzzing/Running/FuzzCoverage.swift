/// In which states of operations which calls were made, as far as the histories show it.
public struct FuzzCoverage: Codable, Hashable, Sendable {
    /// The state of an operation when a call to it was invoked.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// Neither added nor started.
        case new
        /// Added, and its body has not begun.
        case queued
        /// Its body has begun and not ended.
        case executing
        /// Its body has ended.
        case ended
        /// Cancelled, and its body has not begun.
        case cancelled
    }

    /// How often each pair occurred: "queued × cancel".
    public private(set) var counts: [String: Int] = [:]

    public init() {}

    /// The name of a pair.
    public static func pair(_ state: State, _ call: String) -> String { "\(state.rawValue) × \(call)" }

    /// Adds what a history shows.
    public mutating func add(_ history: FuzzHistory, of program: FuzzProgram) {
        var states = [State](repeating: .new, count: program.operations.count)
        for event in history.events {
            switch event.kind {
            case .invoked(_, let call):
                for operation in call.operations.prefix(1) {
                    counts[Self.pair(states[operation], call.name), default: 0] += 1
                }
                for operation in call.submitted where states[operation] == .new {
                    states[operation] = .queued
                }
                if case .cancel(let operation) = call, [.new, .queued].contains(states[operation]) {
                    states[operation] = .cancelled
                }
            case .began(let operation): states[operation] = .executing
            case .ended(let operation): states[operation] = .ended
            case .returned, .completed: break
            }
        }
    }

    public mutating func merge(_ other: FuzzCoverage) {
        counts.merge(other.counts) { $0 + $1 }
    }

    /// The pairs that a program may have, and that never occurred.
    ///
    /// How many there are is `possiblePairs.count`.
    public var missing: [String] { Self.possiblePairs.filter { counts[$0] == nil } }

    /// The calls to operations.
    private static let calls: [FuzzCall] =
        [
            .add(0, queue: 0), .addMany([], queue: 0, waits: false), .addMany([], queue: 0, waits: true),
            .addDependency(0, on: 0), .removeDependency(0, on: 0), .cancel(0), .setPriority(0, 0), .start(0),
            .startAgain(0), .wait(0),
        ] + FuzzCall.Property.allCases.map { .read(0, $0) }

    /// The pairs that a program of a queue that claims everything may have.
    public static let possiblePairs: [String] = {
        calls.map(\.name).flatMap { call in
            State.allCases.filter { isPossible($0, call) }.map { pair($0, call) }
        }.sorted()
    }()

    /// Whether no misuse would be needed: an operation is added or started once, and started again when it has finished.
    private static func isPossible(_ state: State, _ call: String) -> Bool {
        switch call {
        case "addOperation", "addOperations", "addOperations, waiting", "start":
            state == .new || state == .cancelled
        default: true
        }
    }
}
