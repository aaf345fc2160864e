import ScheduleExploration
import Synchronization

/// Runs litmus programs on atomics of Swift.
struct LitmusRun {
    let outcomes: Set<LitmusOutcome>
    /// How many execution graphs there were.
    let graphs: Int
    let report: ExplorationReport

    init(_ program: LitmusProgram, _ plan: ExplorationPlan) async {
        let outcomes = Outcomes()
        report = await explore(plan, name: program.name) {
            let words = Words()
            let tasks = program.threads.map { accesses in
                Task { accesses.compactMap { words.perform($0) } }
            }
            var read: [[Int]] = []
            for task in tasks { await read.append(task.value) }
            let last = (0..<program.words).map { words.load($0, .relaxed) }
            outcomes.insert(LitmusOutcome(read: read, last: last))
        }
        self.outcomes = outcomes.all
        graphs = report.graphs
    }
}

/// Found by all schedules of one exploration. It isn't a part of the program: no access of it is a choice point.
private final class Outcomes: Sendable {
    private let outcomes = Box()
    var all: Set<LitmusOutcome> { outcomes.value }
    func insert(_ outcome: LitmusOutcome) { outcomes.value.insert(outcome) }
}

/// `@unchecked Sendable`: the threads of an exploration run one at a time, and the exploration has ended when it is read.
private final class Box: @unchecked Sendable {
    var value: Set<LitmusOutcome> = []
}

private final class Words: Sendable {
    private let first = Atomic(0), second = Atomic(0), third = Atomic(0), fourth = Atomic(0)

    /// Performs an access, and returns what it reads.
    func perform(_ access: LitmusProgram.Access) -> Int? {
        switch access {
        case .load(let word, let order): return load(word, order)
        case .store(let word, let value, let order):
            store(word, value, order)
            return nil
        case .exchange(let word, let value, let order): return exchange(word, value, order)
        case .add(let word, let value, let order): return add(word, value, order)
        case .compareExchange(let word, let expected, let value, let order, let orderOfFailure):
            return compareExchange(word, expected, value, order, orderOfFailure)
        case .fence(let order):
            fence(order)
            return nil
        }
    }

    func load(_ word: Int, _ order: LitmusProgram.Order) -> Int {
        func load(_ atomic: borrowing Atomic<Int>) -> Int {
            switch order {
            case .acquiring: atomic.load(ordering: .acquiring)
            case .sequential: atomic.load(ordering: .sequentiallyConsistent)
            default: atomic.load(ordering: .relaxed)
            }
        }
        switch word {
        case 0: return load(first)
        case 1: return load(second)
        case 2: return load(third)
        default: return load(fourth)
        }
    }

    private func store(_ word: Int, _ value: Int, _ order: LitmusProgram.Order) {
        func store(_ atomic: borrowing Atomic<Int>) {
            switch order {
            case .releasing: atomic.store(value, ordering: .releasing)
            case .sequential: atomic.store(value, ordering: .sequentiallyConsistent)
            default: atomic.store(value, ordering: .relaxed)
            }
        }
        switch word {
        case 0: store(first)
        case 1: store(second)
        case 2: store(third)
        default: store(fourth)
        }
    }

    private func exchange(_ word: Int, _ value: Int, _ order: LitmusProgram.Order) -> Int {
        func exchange(_ atomic: borrowing Atomic<Int>) -> Int {
            switch order {
            case .relaxed: atomic.exchange(value, ordering: .relaxed)
            case .acquiring: atomic.exchange(value, ordering: .acquiring)
            case .releasing: atomic.exchange(value, ordering: .releasing)
            case .acquiringAndReleasing: atomic.exchange(value, ordering: .acquiringAndReleasing)
            case .sequential: atomic.exchange(value, ordering: .sequentiallyConsistent)
            }
        }
        switch word {
        case 0: return exchange(first)
        case 1: return exchange(second)
        case 2: return exchange(third)
        default: return exchange(fourth)
        }
    }

    private func add(_ word: Int, _ value: Int, _ order: LitmusProgram.Order) -> Int {
        func add(_ atomic: borrowing Atomic<Int>) -> Int {
            switch order {
            case .relaxed: atomic.wrappingAdd(value, ordering: .relaxed).oldValue
            case .acquiring: atomic.wrappingAdd(value, ordering: .acquiring).oldValue
            case .releasing: atomic.wrappingAdd(value, ordering: .releasing).oldValue
            case .acquiringAndReleasing: atomic.wrappingAdd(value, ordering: .acquiringAndReleasing).oldValue
            case .sequential: atomic.wrappingAdd(value, ordering: .sequentiallyConsistent).oldValue
            }
        }
        switch word {
        case 0: return add(first)
        case 1: return add(second)
        case 2: return add(third)
        default: return add(fourth)
        }
    }

    private func compareExchange(
        _ word: Int, _ expected: Int, _ value: Int, _ order: LitmusProgram.Order,
        _ orderOfFailure: LitmusProgram.Order
    ) -> Int {
        func compareExchange(_ atomic: borrowing Atomic<Int>) -> Int {
            switch (order, orderOfFailure) {
            case (.relaxed, .relaxed):
                atomic.compareExchange(
                    expected: expected, desired: value, successOrdering: .relaxed, failureOrdering: .relaxed
                ).original
            case (.acquiringAndReleasing, .relaxed):
                atomic.compareExchange(
                    expected: expected, desired: value, successOrdering: .acquiringAndReleasing,
                    failureOrdering: .relaxed
                ).original
            case (.acquiringAndReleasing, .acquiring):
                atomic.compareExchange(
                    expected: expected, desired: value, successOrdering: .acquiringAndReleasing,
                    failureOrdering: .acquiring
                ).original
            case (.sequential, .sequential):
                atomic.compareExchange(
                    expected: expected, desired: value, successOrdering: .sequentiallyConsistent,
                    failureOrdering: .sequentiallyConsistent
                ).original
            default: fatalError("no such pair of orders here: \(order), \(orderOfFailure)")
            }
        }
        switch word {
        case 0: return compareExchange(first)
        case 1: return compareExchange(second)
        case 2: return compareExchange(third)
        default: return compareExchange(fourth)
        }
    }

    private func fence(_ order: LitmusProgram.Order) {
        switch order {
        case .acquiring: atomicMemoryFence(ordering: .acquiring)
        case .releasing: atomicMemoryFence(ordering: .releasing)
        case .acquiringAndReleasing: atomicMemoryFence(ordering: .acquiringAndReleasing)
        default: atomicMemoryFence(ordering: .sequentiallyConsistent)
        }
    }
}
