internal import ConcurrencyPrimitives

/// What dispatch queues ask for, by way of the interposer: threads, and turns.
extension ControlledScheduler {
    /// Starts a thread of the schedule. A choice point.
    ///
    /// - Parameter turn: The line and the ticket of the turn that it begins with. It doesn't begin before.
    func startInterposed(
        _ turn: (line: UnsafeRawPointer, ticket: UInt64)?, _ body: @escaping @Sendable () -> Void
    ) {
        inScheduler {
            let thread = add(.closure(body))
            if let turn {
                thread.ticket = turn.ticket
                let line = ResourceID(turn.line)
                if !queueLines.mayRun(turn.ticket, in: line) { thread.awaited = line }
            }
            yieldAfterStart()
        }
    }

    /// Lets the new thread run before the one that has started it continues.
    func yieldAfterStart() {
        let thread = running!
        thread.next = .reach(.spawn)
        thread.site = site
        yield(thread)
    }

    func join(_ line: ResourceID, _ queue: ResourceID, isExclusive: Bool) -> UInt64 {
        inScheduler {
            noteEffect(on: line)
            return queueLines.join(line, queue, isExclusive: isExclusive)
        }
    }

    /// Returns when the turn of the running thread has come, which lasts until ``endTurn(in:_:)``.
    func awaitTurn(in line: ResourceID, _ ticket: UInt64) {
        inScheduler {
            let thread = running!
            thread.ticket = ticket
            // Also by who looks and finds that it has to wait.
            noteEffect(on: line)
            while !queueLines.mayRun(ticket, in: line) {
                thread.next = .retry(line)
                thread.awaited = line
                yield(thread)
                noteEffect(on: line)
            }
            if queueLines.begin(ticket, in: line) { locks.take(line, thread) }
        }
    }

    func endTurn(in line: ResourceID, _ ticket: UInt64) {
        inScheduler {
            queueLines.end(ticket, in: line)
            locks.giveBack(line)
            giveTurns(in: line)
        }
    }

    /// Suspends or resumes a queue.
    func suspend(_ queue: ResourceID, of line: ResourceID, _ suspends: Bool) {
        inScheduler {
            queueLines.suspend(queue, suspends)
            giveTurns(in: line)
        }
    }

    /// Has those continue whose turns have come.
    func giveTurns(in line: ResourceID) {
        noteEffect(on: line)
        for thread in threads where thread.awaited == line && queueLines.mayRun(thread.ticket, in: line) {
            thread.awaited = nil
        }
    }

    /// - Parameter look: Has it taken, if that is due. A thread calls it once somebody outside has released the key.
    func keep(_ kept: UnsafeMutableRawPointer, by key: ResourceID, look: @escaping @Sendable () -> Void) {
        inScheduler {
            noteEffect(on: key)
            queueLines.kept[key, default: Kept(look: look)].all.append(kept)
        }
    }

    /// What was kept first by the key, once.
    func takeKept(by key: ResourceID) -> UnsafeMutableRawPointer? {
        inScheduler {
            noteEffect(on: key)
            guard let kept = queueLines.kept[key]?.all.first else { return nil }
            queueLines.kept[key]!.all.removeFirst()
            if queueLines.kept[key]!.all.isEmpty { queueLines.kept[key] = nil }
            return kept
        }
    }
}
