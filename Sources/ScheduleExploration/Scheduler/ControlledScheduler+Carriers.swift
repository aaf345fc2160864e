internal import CPlatform
internal import ConcurrencyPrimitives

/// The threads of the system that logical threads run on.
extension ControlledScheduler {
    /// Gives the scheduling token to a logical thread, or to the driver. The calling thread has none from then on.
    func handOver(to thread: LogicalThread?) {
        let (carrier, assignment) = carrier(for: thread)
        carrier.assign(assignment)
    }

    /// The same. Returns when `own`, whose code calls, has the token again.
    func handOver(from own: CarrierThread, to thread: LogicalThread?) -> CarrierThread.Assignment {
        let (carrier, assignment) = carrier(for: thread)
        let next = own.handOver(to: carrier, assignment, sharesThreads: sharesThreads)
        stallDetector.noteHolder(own)
        return next
    }

    private func carrier(for thread: LogicalThread?) -> (CarrierThread, CarrierThread.Assignment) {
        guard let thread else { return (driver, .resume) }
        if let carrier = thread.carrier { return (carrier, .resume) }
        return (idle.popLast() ?? startCarrier(), .run(thread))
    }

    private func startCarrier() -> CarrierThread {
        let carrier = CarrierThread()
        SystemThread.start { [self] in
            // All carriers share one processor, so that passing the token is a switch and wakes no other processor.
            _ = oplab_stay_on_processor(processor)
            Exploration.controlsCallingThread = true
            work(as: carrier)
            Exploration.controlsCallingThread = false
        }
        return carrier
    }

    private func work(as carrier: CarrierThread) {
        var assignment = carrier.wait()
        carrier.begin()
        while case .run(let thread) = assignment {
            stallDetector.noteHolder(carrier)
            thread.carrier = carrier
            Instrumentation.run(thread)
            stallDetector.leave()
            thread.run()
            stallDetector.enter()
            assignment = finish(thread, on: carrier)
        }
        if case .resume = assignment {
            fatalError("A thread that has ended is to go on. Has the program damaged memory?")
        }
        carrier.end()
    }

    /// Ends a logical thread. Returns the one that continues; nil if none does.
    func nextAfter(_ thread: LogicalThread) -> LogicalThread? {
        Instrumentation.noteEnd(of: thread)
        if thread.isOnMainActor { noteEffect(on: Self.mainActor) }
        threads.remove(at: threads.firstIndex { $0 === thread }!)
        if thread.isOnMainActor { threads.first { $0.awaited == Self.mainActor }?.awaited = nil }
        running = nil
        return chooseNext() ?? startOver()
    }

    /// Ends a logical thread. Returns what the carrier is to do next, when it is to do it.
    private func finish(_ thread: LogicalThread, on carrier: CarrierThread) -> CarrierThread.Assignment {
        let next = nextAfter(thread)
        if let next, next.carrier == nil { return .run(next) }
        idle.append(carrier)
        return handOver(from: carrier, to: next)
    }

    /// Begins the next schedule, if there is one, after a schedule in which all threads have ended.
    private func startOver() -> LogicalThread? {
        guard end == .quiescent, threads.isEmpty else { return nil }
        // The explorer's own code is no part of a schedule.
        return Exploration.withoutControl { self.next().map { begin($0) } }
    }
}
