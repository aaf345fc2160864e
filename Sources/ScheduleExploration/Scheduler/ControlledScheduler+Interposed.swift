internal import ConcurrencyPrimitives

/// The requests of code that doesn't use the primitives: mutexes, condition variables and semaphores of the system.
extension ControlledScheduler {
    /// Whether the thread that holds the scheduling token, and calls this, runs the explorer's own code.
    var isInside: Bool { stallDetector.isInside }

    func reachInterposed(_ point: SchedulePoint) { reach(point, site) }

    /// - Parameter deadline: The greatest number for none: who waits for ever doesn't depend on the time.
    func blockInterposed(on resource: ResourceID, until deadline: UInt64) {
        if deadline == .max { block(on: resource) } else { block(on: resource, until: deadline) }
    }

    /// What runs something for the program is about to: a point, but none of the program's own code.
    func reachArrival(at resource: ResourceID) { reach(.store(resource), site, isOfProgram: false) }

    /// Where the calling thread is, for a schedule that is shown: it costs time to find that out.
    var site: CodeSite? { record == nil ? nil : .stack(.here()) }

    /// The calling thread has a lock that it found free.
    func didLock(_ resource: ResourceID) { inScheduler { take(resource, running!) } }

    /// The calling thread has taken a lock that this scheduler doesn't give to threads, or has given it back.
    func noteLock(_ resource: ResourceID, isTaken: Bool) {
        inScheduler {
            if isTaken {
                otherLocks.take(resource, running!)
                record?.noteTaking(resource, by: running!)
            } else {
                otherLocks.giveBack(resource, by: running!)
            }
        }
    }

    /// The thread with this number of the kernel's has what the calling thread is about to wait for.
    func noteOwner(_ number: Int32) {
        // A thread that hasn't begun has none.
        inScheduler { running!.owner = threads.first { $0.carrier?.thread == number && number != 0 }?.number }
    }

    /// The calling thread has tried a lock that is taken. Only if it tries again does it wait in a loop.
    func reachAfterFailedTry(_ resource: ResourceID) {
        let isAgain = inScheduler {
            defer { running!.failedTry = resource }
            // Whom it has found there isn't known: any step may come before it.
            noteUnknownEffect()
            return running!.failedTry == resource
        }
        if isAgain { reachInterposed(.pause(resource)) }
    }

    /// Which of so many stores the calling thread's load reads, or which place its store takes.
    func chooseStore(among count: Int) -> Int {
        inScheduler {
            let store = strategy.chooseStore(among: count)
            trace.note(store: store, among: count)
            record?.note(store: store, among: count)
            return store
        }
    }

    func beginWait(on condition: ResourceID) -> UInt64 {
        inScheduler {
            noteEffect(on: condition)
            running!.condition = condition
            return conditions.beginWait(on: condition)
        }
    }

    func takeSignal(on condition: ResourceID, _ number: UInt64, ends: Bool) -> Bool {
        inScheduler {
            noteEffect(on: condition)
            let thread = running!
            let wakes = thread.wakesSpuriously
            let isSignalled = conditions.takeSignal(on: condition, number, ends: ends || wakes)
            thread.wakesSpuriously = false
            if isSignalled || ends || wakes { thread.condition = nil }
            return isSignalled || wakes
        }
    }

    func signal(_ condition: ResourceID, all: Bool) {
        inScheduler {
            conditions.signal(condition, all: all)
            release(condition)
        }
    }

    /// Notes that the program has used something that this scheduler doesn't control.
    func noteUnseen(_ what: String) {
        inScheduler { insertUnseen(what) { .here() } }
    }

    /// Calls from a hundred places are told apart.
    func insertUnseen(_ name: String, stack: () -> CallStack) {
        if unseen.count < 100 { unseen.insert(UnseenCall(name: name, stack: stack())) }
    }
}
