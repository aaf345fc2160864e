internal import CPlatform
internal import CScheduleControl
internal import ConcurrencyPrimitives

/// What steps do beyond what they announce, for strategies that ask for it.
extension ControlledScheduler {
    /// The running thread has released, signalled, taken, enqueued or begun to wait for something.
    func noteEffect(on resource: ResourceID) {
        if notesEffects { effects.note(resource, resourceNames.name(resource)) }
    }

    /// What the last step has done. What is noted later belongs to the next.
    func takeEffects() -> StepEffects {
        if let functions = Instrumentation.functions {
            hasActors = hasActors || oplab_current_executor() != 0
            var used: UnsafePointer<UnsafeRawPointer>?
            let count = functions.take_used(&used)
            if count < 0 { effects.isUnknown = true }
            for index in 0..<max(0, Int(count)) {
                let bits = UInt(bitPattern: used![index])
                let address = UnsafeRawPointer(bitPattern: bits & ~1)!
                noteEffect(on: ResourceID(address))
                // What isn't started may be a job that was put behind others of its actor, whose name the runtime doesn't tell; or a task
                // that has ended.
                if hasActors, bits & 1 == 1, !jobsOfStep.contains(address) { noteEffect(on: Self.actors) }
            }
        }
        jobsOfStep.removeAll(keepingCapacity: true)
        let depends =
            timers.earliest < .max || !runtimeMutexes.isEmpty || threads.contains { $0.deadline != .max }
        defer { effects = StepEffects(isUnknown: depends) }
        if depends { effects.isUnknown = true }
        return effects
    }

    /// Notes that a job is one that the scheduler orders.
    func noteJob(_ job: UnownedJob) {
        if notesEffects { jobsOfStep.append(unsafeBitCast(job, to: UnsafeRawPointer.self)) }
    }

    func noteUnknownEffect() { effects.isUnknown = true }
}
