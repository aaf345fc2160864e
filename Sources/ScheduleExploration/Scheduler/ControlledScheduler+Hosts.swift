internal import CPlatform
internal import ConcurrencyPrimitives

/// The threads of the system that logical threads run on.
extension ControlledScheduler {
    func startHost(for thread: LogicalThread) {
        watch.noteHolder(0)
        if let host = idle.popLast() { return host.tell(.run(thread)) }
        let host = HostThread()
        host.tell(.run(thread))
        SystemThread.start { [self] in
            // All on one processor: the turn goes from one to the other by a switch, and wakes no other processor.
            _ = oplab_stay_on_processor(processor)
            host.noteThread()
            Exploration.controlsCallingThread = true
            work(as: host)
            Exploration.controlsCallingThread = false
        }
    }

    private func work(as host: HostThread) {
        while case .run(let first) = host.wait() {
            watch.noteHolder(host.thread)
            var next: LogicalThread? = first
            while let thread = next {
                thread.host = host
                watch.leave()
                thread.run()
                watch.enter()
                next = finish(thread, on: host)
            }
        }
    }

    /// Ends a logical thread. Returns the one that the host is to run next.
    private func finish(_ thread: LogicalThread, on host: HostThread) -> LogicalThread? {
        threads.remove(at: threads.firstIndex { $0 === thread }!)
        if thread.isOnMainActor { threads.first { $0.awaited == Self.mainActor }?.awaited = nil }
        running = nil
        guard let next = chooseNext() ?? startOver() else {
            idle.append(host)
            driver.tell(.resume)
            return nil
        }
        if next.host == nil { return next }
        idle.append(host)
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
