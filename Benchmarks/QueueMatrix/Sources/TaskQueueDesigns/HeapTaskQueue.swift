import ConcurrencyPrimitives

/// A queue that starts the closure of the highest priority first: a binary heap behind a lock, and tasks that take from it.
///
/// One lock guards the heap and the count of tasks.
public final class HeapTaskQueue: Sendable {
    /// What a version of this design has had wrong.
    public enum Flaw: String, CaseIterable, Sendable {
        /// Closures of one priority start in whatever order the heap has them.
        case equalsAreUnordered
    }

    private struct Job: Sendable {
        let priority: Int
        /// What it was added as; the heap alone keeps no order of equals.
        let number: Int
        let run: @Sendable () async -> Void
    }

    private struct State {
        var heap: [Job] = []
        var added = 0
        var running = 0
    }

    private let width: Int
    private let flaw: Flaw?
    private let state = Mutex(State())

    public init(width: Int, flaw: Flaw? = nil) { (self.width, self.flaw) = (width, flaw) }

    public func add<Value: Sendable>(
        priority: Int = 0, _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let end = Promise<Result<Value, any Error>>()
        let starts = state.withLock { state in
            state.added += 1
            push(
                Job(priority: priority, number: state.added) {
                    do {
                        end.fulfill(.success(try await body()))
                    } catch {
                        end.fulfill(.failure(error))
                    }
                }, &state.heap)
            if state.running == width { return false }
            state.running += 1
            return true
        }
        if starts { Task { await self.work() } }
        return Task { try await end.value().get() }
    }

    private func work() async {
        while let job = next() { await job.run() }
    }

    private func next() -> Job? {
        state.withLock { state in
            let job = pop(&state.heap)
            if job == nil { state.running -= 1 }
            return job
        }
    }

    // MARK: The heap

    private func isBefore(_ one: Job, _ other: Job) -> Bool {
        if flaw == .equalsAreUnordered { return one.priority > other.priority }
        return (one.priority, -one.number) > (other.priority, -other.number)
    }

    private func push(_ job: Job, _ heap: inout [Job]) {
        heap.append(job)
        var child = heap.count - 1
        while child > 0, isBefore(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private func pop(_ heap: inout [Job]) -> Job? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if heap.isEmpty { return first }
        heap[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { isBefore(heap[$0], heap[$1]) }),
                isBefore(heap[least], heap[parent])
            else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
