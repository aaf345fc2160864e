internal import CPlatform
internal import ConcurrencyPrimitives

/// The threads of the system that logical threads run on.
extension ControlledScheduler {
    func startCarrier(for thread: LogicalThread) {
        stallDetector.noteHolder(0)
        if let carrier = idle.popLast() { return carrier.assign(.run(thread)) }
        let carrier = CarrierThread()
        carrier.assign(.run(thread))
        SystemThread.start { [self] in
            // All carriers share one processor, so that passing the token is a switch and wakes no other processor.
            _ = oplab_stay_on_processor(processor)
            carrier.noteThread()
            Exploration.controlsCallingThread = true
            work(as: carrier)
            Exploration.controlsCallingThread = false
        }
    }

    private func work(as carrier: CarrierThread) {
        while case .run(let first) = carrier.wait() {
            stallDetector.noteHolder(carrier.thread)
            var next: LogicalThread? = first
            while let thread = next {
                thread.carrier = carrier
                Instrumentation.run(thread)
                stallDetector.leave()
                thread.run()
                stallDetector.enter()
                next = finish(thread, on: carrier)
            }
        }
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

    /// Ends a logical thread. Returns the one that the carrier is to run next.
    private func finish(_ thread: LogicalThread, on carrier: CarrierThread) -> LogicalThread? {
        guard let next = nextAfter(thread) else {
            idle.append(carrier)
            driver.assign(.resume)
            return nil
        }
        if next.carrier == nil { return next }
        idle.append(carrier)
        handOver(to: next)
        return nil
    }

    /// Begins the next schedule, if there is one, after a schedule in which all threads have ended.
    private func startOver() -> LogicalThread? {
        guard end == .quiescent, threads.isEmpty else { return nil }
        // The explorer's own code is no part of a schedule.
        return Exploration.withoutControl { self.next().map { begin($0) } }
    }
}
