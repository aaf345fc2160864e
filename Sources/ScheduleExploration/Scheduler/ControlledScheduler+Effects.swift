internal import CPlatform
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
            var used: UnsafePointer<UnsafeRawPointer>?
            let count = functions.take_used(&used)
            if count < 0 { effects.isUnknown = true }
            for index in 0..<max(0, Int(count)) {
                let bits = UInt(bitPattern: used![index])
                let address = UnsafeRawPointer(bitPattern: bits & ~1)!
                noteEffect(on: ResourceID(address))
                // A job that isn't started was put behind others of its actor, whose name the runtime doesn't tell. A task that ends looks the
                // same, and has to: of a step that awaits it before, the runtime tells only the task that waits.
                if bits & 1 == 1, !jobsOfStep.contains(address) { noteEffect(on: Self.actors) }
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
