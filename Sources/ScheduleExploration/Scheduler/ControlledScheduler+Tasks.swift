internal import ConcurrencyPrimitives

/// Which task awaits which, as text: for a deadlock that is shown.
extension ControlledScheduler {
    /// The tasks of the schedule that has ended which no thread runs, and which aren't complete.
    ///
    /// - Parameter record: Its steps.
    func suspendedTasks(_ record: ScheduleRecord) -> [SuspendedTask] {
        let names = TaskNames(record, threads)
        var found: [(task: UInt64, address: UInt, image: TaskImage)] = []
        for (task, address) in record.tasks where names.threads[address] == nil {
            guard let image = TaskImage(at: address, number: task), !image.isRunning else { continue }
            found.append((task, address, image))
        }
        found.sort { one, other in
            let numbers = (names.numbers[one.address] ?? .max, names.numbers[other.address] ?? .max)
            return numbers.0 == numbers.1 ? one.task < other.task : numbers.0 < numbers.1
        }
        let stacks = found.map { CallStack(before: $0.image.functions) }
        let places = CodePlaces(stacks)
        return zip(found, stacks).map { task, stack in
            let (reason, awaits) = names.describe(task.image.awaited, of: task.address)
            return SuspendedTask(
                task: names.numbers[task.address], reason: reason, awaits: awaits,
                location: places.text(stack))
        }
    }
}

/// By which numbers the tasks and actors at some addresses are shown.
struct TaskNames {
    /// The number of each task that has a column.
    private(set) var numbers: [UInt: Int] = [:]
    /// The thread that runs a task, or is about to.
    private(set) var threads: [UInt: Int] = [:]
    /// The thread that has an actor.
    private var threadOfExecutor: [UInt: Int] = [:]

    init(_ record: ScheduleRecord, _ threads: [LogicalThread]) {
        let columns = record.taskNumbers
        // Of several tasks that were at one address, it says itself which is there.
        for (task, address) in record.tasks
        where TaskImage.number(at: address) == UInt32(truncatingIfNeeded: task) {
            numbers[address] = columns[task]
        }
        for thread in threads {
            if let task = thread.job?.address ?? record.taskOfThread[thread.number] {
                self.threads[task] = thread.number
            }
            if let executor = record.executorOfThread[thread.number] {
                threadOfExecutor[executor] = thread.number
            }
        }
    }

    /// What a task awaits, and whom, if that is known.
    func describe(_ awaited: TaskImage.Awaited?, of task: UInt) -> (String, [Waiter]) {
        switch awaited {
        case .task(task): return ("awaits itself", numbers[task].map { [.task($0)] } ?? [])
        case .task(let other): return ("awaits \(name(other))", waiters([other]))
        case .continuation: return ("awaits a continuation that nobody has resumed", [])
        case .group(let children) where children.count == 1:
            return ("awaits \(name(children[0])), the last child of its group", waiters(children))
        case .group(let children):
            return ("awaits the children of its group, \(children.map(name).joined(separator: " and "))", [])
        case .executor(let executor):
            let holder = threadOfExecutor[executor]
            return (
                "waits for \(Self.executorName(executor))"
                    + (holder.map { ", which thread \($0) runs on" } ?? ""),
                holder.map { [.thread($0)] } ?? []
            )
        case nil: return ("is suspended", [])
        }
    }

    private func name(_ task: UInt) -> String {
        (numbers[task].map { "task \($0)" } ?? "another task")
            + (threads[task].map { " (on thread \($0))" } ?? "")
    }

    private func waiters(_ tasks: [UInt]) -> [Waiter] {
        tasks.compactMap { task in
            threads[task].map { .thread($0) } ?? numbers[task].map { .task($0) }
        }
    }

    /// The task that is enqueued there has the object.
    private static func executorName(_ address: UInt) -> String {
        let object = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
            .takeUnretainedValue()
        return "the \(object is any Actor ? "actor" : "executor") \(type(of: object))"
    }
}
