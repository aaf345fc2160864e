internal import CPlatform
internal import ConcurrencyPrimitives

/// Where the primitives sleep in the kernel, for an exploration of these themselves (``ExplorationPlan/exploresPrimitives``): a controlled
/// thread waits in the scheduler.
enum FutexCapture {
    /// Never freed: the C side keeps the address.
    nonisolated(unsafe) private static let hooks: UnsafePointer<oplab_futex_hooks> = {
        let hooks = UnsafeMutablePointer<oplab_futex_hooks>.allocate(capacity: 1)
        hooks.initialize(
            to: oplab_futex_hooks(
                wait: { address, expected, nanoseconds in
                    guard let scheduler = ConcurrencyCapture.current, !scheduler.isInside else {
                        return false
                    }
                    let word = address.assumingMemoryBound(to: UInt32.self)
                    scheduler.sleep(on: word, while: expected, nanoseconds: nanoseconds)
                    return true
                },
                wake_one: { address in
                    let resource = ResourceID(address)
                    guard let scheduler = ConcurrencyCapture.current else {
                        (Exploration.running as? ControlledScheduler)?.signalFromOutside(resource, all: false)
                        return
                    }
                    if !scheduler.isInside { scheduler.wakeOne(resource) }
                }))
        return UnsafePointer(hooks)
    }()

    static func begin() { oplab_set_futex_hooks(hooks) }
    static func end() { oplab_set_futex_hooks(nil) }
}

extension ControlledScheduler {
    /// The look at the word and the beginning of the wait are one step, as in the kernel (futex(2)).
    fileprivate func sleep(on word: UnsafeMutablePointer<UInt32>, while expected: UInt32, nanoseconds: UInt64)
    {
        let resource = ResourceID(word)
        let (sum, isNever) = now.addingReportingOverflow(nanoseconds)
        let deadline = isNever ? UInt64.max : sum
        reachInterposed(.park(resource))
        if oplab_futex_word(word) != expected { return }
        let ticket = beginWait(on: resource)
        while true {
            let isLate = deadline != .max && now >= deadline
            if takeSignal(on: resource, ticket, ends: isLate) || isLate { return }
            blockInterposed(on: resource, until: deadline)
        }
    }

    fileprivate func wakeOne(_ resource: ResourceID) {
        reachInterposed(.store(resource))
        signal(resource, all: false)
    }
}
