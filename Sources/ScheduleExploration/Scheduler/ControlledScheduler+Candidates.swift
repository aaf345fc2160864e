internal import ConcurrencyPrimitives

/// The threads that can continue at one step, in the order of their creation.
struct CandidateList {
    /// Those of this step, and older ones behind them, kept for their memory.
    private var elements: [Candidate] = []
    private var count = 0
    /// The index of the one that runs, if it can continue.
    private(set) var current: Int?
    /// Whether one can continue without a wakeup that may never come.
    private(set) var areCertain = false
    /// Whether all that can continue for certain wait in loops for others.
    private(set) var arePausing = false

    var all: ArraySlice<Candidate> { elements[..<count] }

    /// Finds them anew. Each step does this for each thread, so nothing here counts references, and memory is kept.
    ///
    /// - Parameter candidate: What a thread is at this step; nil if it can't continue.
    mutating func find(among threads: [LogicalThread], _ candidate: (LogicalThread, Int) -> Candidate?) {
        (count, current, areCertain, arePausing) = (0, nil, false, true)
        while elements.count < threads.count { elements.append(Candidate(thread: 0, next: .begin)) }
        elements.withUnsafeMutableBufferPointer { elements in
            threads.withUnsafeBufferPointer { threads in
                for position in threads.indices {
                    let found = Unmanaged.passUnretained(threads[position])._withUnsafeGuaranteedRef {
                        candidate($0, position)
                    }
                    guard let found else { continue }
                    if found.isCurrent { current = count }
                    if !found.isSpurious {
                        areCertain = true
                        if !found.next.isPause { arePausing = false }
                    }
                    elements[count] = found
                    count += 1
                }
            }
        }
    }
}

/// Which threads can continue.
extension ControlledScheduler {
    /// Finds the threads that can continue, also by waking without a signal, or before time.
    func findCandidates() {
        let (time, left) = (time, machineLeft)
        let hasMadeMany = stepsInARow >= Self.mostStepsInARow
        let running = running.map { ObjectIdentifier($0) }
        let isPoolFull = isPoolFull
        var hasLimit = timers.earliest < .max
        candidates.find(among: threads) { thread, position in
            if isPoolFull, thread.needsPool, thread.body != nil { return nil }
            let canContinue = thread.awaited == nil || thread.deadline <= time
            if !canContinue {
                let wakes = left.spuriousWakeups > 0 && thread.mayWakeSpuriously
                let isLimited = thread.deadline != .max && thread.hasLimit
                if isLimited { hasLimit = true }
                guard wakes || left.earlyTimeouts > 0 && isLimited else { return nil }
            }
            let isCurrent = canContinue && ObjectIdentifier(thread) == running
            return Candidate(
                thread: thread.number, next: thread.next, lineage: thread.lineage, position: position,
                isSpurious: !canContinue, isCurrent: isCurrent, hasMadeMany: isCurrent && hasMadeMany)
        }
        if hasLimit, candidates.areCertain { letsLimitsWait = true }
    }

    /// Whether as many jobs run as may.
    var isPoolFull: Bool {
        machine.poolThreads > 0 && threads.count { $0.isInPool } >= machine.poolThreads
    }

    /// A thread that waits has been chosen to go on: by a wakeup without a signal if it may have one, or else since its limit has run out.
    func wake(_ thread: LogicalThread) {
        if machineLeft.spuriousWakeups > 0, thread.mayWakeSpuriously {
            thread.wakesSpuriously = true
            machineLeft.spuriousWakeups -= 1
        } else {
            skipped += thread.deadline - min(thread.deadline, time)
            machineLeft.earlyTimeouts -= 1
        }
    }
}
