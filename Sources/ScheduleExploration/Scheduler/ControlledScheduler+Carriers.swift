internal import CPlatform
internal import ConcurrencyPrimitives

/// The threads of the system that logical threads run on.
extension ControlledScheduler {
    func startCarrier(for thread: LogicalThread) {
        watch.noteHolder(0)
        if let carrier = idle.popLast() { return carrier.tell(.run(thread)) }
        let carrier = CarrierThread()
        carrier.tell(.run(thread))
        SystemThread.start { [self] in
            // All on one processor: the token goes from one to the other by a switch, and wakes no other processor.
            _ = oplab_stay_on_processor(processor)
            carrier.noteThread()
            Exploration.controlsCallingThread = true
            work(as: carrier)
            Exploration.controlsCallingThread = false
        }
    }

    private func work(as carrier: CarrierThread) {
        while case .run(let first) = carrier.wait() {
            watch.noteHolder(carrier.thread)
            var next: LogicalThread? = first
            while let thread = next {
                thread.carrier = carrier
                watch.leave()
                thread.run()
                watch.enter()
                next = finish(thread, on: carrier)
            }
        }
    }

    /// Ends a logical thread. Returns the one that the carrier is to run next.
    private func finish(_ thread: LogicalThread, on carrier: CarrierThread) -> LogicalThread? {
        threads.remove(at: threads.firstIndex { $0 === thread }!)
        if thread.isOnMainActor { threads.first { $0.awaited == Self.mainActor }?.awaited = nil }
        running = nil
        guard let next = chooseNext() ?? startOver() else {
            idle.append(carrier)
            driver.tell(.resume)
            return nil
        }
        if next.carrier == nil { return next }
        idle.append(carrier)
        handOver(to: next)
        return nil
    }

    /// After a schedule in which all threads have ended, begins the next one if there is to be one.
    private func startOver() -> LogicalThread? {
        guard end == .quiescent, threads.isEmpty else { return nil }
        // No part of any schedule.
        return Exploration.withoutControl { self.next().map { begin($0) } }
    }
}
