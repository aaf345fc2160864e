/// A task that is suspended when no thread can continue.
public struct SuspendedTask: Codable, Hashable, Sendable {
    /// Its number, as in ``Interleaving/columns``; nil if it has no column, as it has run on an actor's threads only.
    public let task: Int?
    /// What it awaits, as far as the runtime tells.
    public let reason: String
    /// What it awaits, if that is a task, or a thread that runs one or has an actor. Empty if that isn't known, and for a group of several
    /// children, of which it may await any.
    public let awaits: [Waiter]
    /// File and line of the `await`, or its function; empty if neither is known.
    public let location: String
}

/// A thread or a task that waits, by its number.
public enum Waiter: Codable, Hashable, Sendable, CustomStringConvertible {
    /// A thread.
    case thread(Int)
    /// A task that no thread runs.
    case task(Int)

    public var description: String {
        switch self {
        case .thread(let number): "thread \(number)"
        case .task(let number): "task \(number)"
        }
    }

    fileprivate var number: Int {
        switch self {
        case .thread(let number), .task(let number): number
        }
    }
}

extension ScheduleFailure {
    /// Threads and tasks of which each waits for what the next one has, or for its end, and the last for the first; empty if there
    /// are none. What it shows waits for ever if the failure is a deadlock.
    public var cycle: [Waiter] {
        let threads = Set(blocked.map(\.thread))
        let tasks = Set(suspended.compactMap(\.task))
        let waiters = blocked.map { Waiter.thread($0.thread) } + tasks.sorted().map { .task($0) }
        var next: [Waiter: [Waiter]] = [:]
        for blocked in blocked {
            // A lock may be held by a task whose thread has ended at an `await`.
            let owners = blocked.owners.compactMap { owner -> Waiter? in
                if threads.contains(owner) { return .thread(owner) }
                let task = interleaving.columns.first { $0.threads.contains(owner) }?.task
                return task.flatMap { tasks.contains($0) ? .task($0) : nil }
            }
            let task = blocked.ownerTask.flatMap { tasks.contains($0) ? Waiter.task($0) : nil }
            next[.thread(blocked.thread)] = owners + (task.map { [$0] } ?? [])
        }
        for suspended in suspended {
            if let task = suspended.task { next[.task(task)] = suspended.awaits }
        }
        // Two readers that both want to write wait for themselves, too.
        let others = Dictionary(
            uniqueKeysWithValues: next.map { waiter, next in (waiter, next.filter { $0 != waiter }) })
        return waiters.lazy.compactMap { Self.path(from: $0, in: others) }.first
            ?? waiters.first { next[$0]?.contains($0) == true }.map { [$0] } ?? []
    }

    /// A way from a waiter back to itself, if there is one.
    private static func path(from start: Waiter, in next: [Waiter: [Waiter]]) -> [Waiter]? {
        var seen: Set<Waiter> = []
        func path(_ waiter: Waiter) -> [Waiter]? {
            for other in next[waiter] ?? [] {
                if other == start { return [waiter] }
                if seen.insert(other).inserted, let rest = path(other) { return [waiter] + rest }
            }
            return nil
        }
        return path(start)
    }

    /// What waits, a line each, and the cycle of a deadlock, if it has one of two or more.
    var waits: [String] {
        func line(_ name: String, _ reason: String, _ location: String) -> String {
            "\(name) \(reason)" + (location.isEmpty ? "" : ", at \(location)")
        }
        let lines =
            blocked.map { line("thread \($0.thread)", $0.reason, $0.location) }
            + suspended.map { line($0.task.map { "task \($0)" } ?? "a task", $0.reason, $0.location) }
        let cycle = kind == .deadlock ? cycle : []
        if cycle.count < 2 { return lines }
        let all = cycle + cycle.prefix(1)
        let kinds = Set(cycle.map { if case .thread = $0 { "thread " } else { "task " } })
        let names = kinds.count == 1 ? all.map { "\($0.number)" } : all.map { "\($0)" }
        return lines + ["a cycle: " + (kinds.count == 1 ? kinds.first! : "") + names.joined(separator: " → ")]
    }
}
