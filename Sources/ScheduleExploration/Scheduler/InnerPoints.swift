internal import ConcurrencyPrimitives

/// Whether any thread of any schedule has passed a point between its first step and its last.
///
/// Without one, the explorer orders whole jobs only. What they do to one another inside, by a lock that it doesn't see, say, it
/// has never tried.
struct InnerPoints {
    private(set) var exist = false
    /// The tasks of the running schedule that have had a job; the first is the program's body, which waits for the others.
    private var tasks: [UInt64] = []

    mutating func beginSchedule() { tasks.removeAll(keepingCapacity: true) }

    /// A thread reaches a point that is no start of another.
    mutating func notePoint() { exist = true }

    /// A second job of a task is the part behind a suspension.
    mutating func note(_ job: UnownedJob) {
        if exist { return }
        let task = job.task
        if let index = tasks.firstIndex(of: task) {
            exist = index > 0
        } else {
            tasks.append(task)
        }
    }
}

extension SchedulePoint {
    /// Whether something was started.
    var isStart: Bool { if case .spawn = self { true } else { false } }
}

@_silgen_name("swift_task_getJobTaskId")
private func jobTaskID(_ job: UnownedJob) -> UInt64

extension UnownedJob {
    /// That of the job, and of the task if it is a part of one.
    var address: UInt { UInt(bitPattern: unsafeBitCast(self, to: UnsafeRawPointer.self)) }

    /// The number of the task that it is a part of.
    var task: UInt64 { jobTaskID(self) }

    /// Whether it is a part of a task. Other jobs, of actors, have a number that means nothing. The runtime has the kind of a job
    /// behind the head of an object and two words for the executor: 0 for a task.
    var isOfTask: Bool {
        unsafeBitCast(self, to: UnsafeRawPointer.self).load(fromByteOffset: 32, as: UInt8.self) == 0
    }

    /// The address of the function that runs it: behind the head, the executor's words, the kind, the number, and two words for
    /// other systems.
    var code: UInt64 {
        unsafeBitCast(self, to: UnsafeRawPointer.self).load(fromByteOffset: 56, as: UInt64.self)
    }
}
