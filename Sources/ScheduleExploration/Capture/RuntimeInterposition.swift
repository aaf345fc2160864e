internal import CPlatform
internal import ConcurrencyPrimitives

/// Makes the mutexes, condition variables and semaphores of a program choice points, lets a controlled thread wait in the
/// scheduler for a mutex of the runtime that another holds, and gives controlled threads the exploration's time.
///
/// The runtime runs cancellation handlers under such a mutex, so the scheduler may switch away from a thread that holds one. A
/// thread that wants it would then block while it holds the scheduling token. Works only in programs that contain the product
/// `ScheduleInterposition`.
enum RuntimeInterposition {
    /// Never freed: the C side keeps the address.
    nonisolated(unsafe) static let hooks: UnsafePointer<oplab_interposition_hooks> = {
        let hooks = UnsafeMutablePointer<oplab_interposition_hooks>.allocate(capacity: 1)
        hooks.initialize(
            to: oplab_interposition_hooks(
                // The explorer's own code takes mutexes, too, and they don't count.
                controls_calling_thread: { ConcurrencyCapture.current.map { !$0.isInside } ?? false },
                now: { ConcurrencyCapture.current!.now },
                look_at_clock: { ConcurrencyCapture.current!.lookAtClock(byProgram: $0) },
                will_lock: { ConcurrencyCapture.current!.willLockInRuntime(ResourceID($0)) },
                did_unlock: { ConcurrencyCapture.current!.didUnlockInRuntime(ResourceID($0)) },
                reach: { point, address in
                    let (scheduler, resource) = (ConcurrencyCapture.current!, ResourceID(address))
                    if point == oplab_point_failed { return scheduler.reachAfterFailedTry(resource) }
                    scheduler.reachInterposed(SchedulePoint(point, resource))
                },
                did_lock: { ConcurrencyCapture.current!.didLock(ResourceID($0)) },
                block: { resource, deadline in
                    if deadline == .max {
                        ConcurrencyCapture.current!.block(on: ResourceID(resource))
                    } else {
                        ConcurrencyCapture.current!.block(on: ResourceID(resource), until: deadline)
                    }
                },
                unblock: { ConcurrencyCapture.current!.unblock(ResourceID($0)) },
                unblock_from_outside: { Exploration.running?.unblockFromOutside(ResourceID($0)) },
                signal_from_outside: {
                    (Exploration.running as? ControlledScheduler)?.signalFromOutside(ResourceID($0), all: $1)
                },
                begin_wait: { ConcurrencyCapture.current!.beginWait(on: ResourceID($0)) },
                take_signal: { ConcurrencyCapture.current!.takeSignal(on: ResourceID($0), $1, ends: $2) },
                signal: { ConcurrencyCapture.current!.signal(ResourceID($0), all: $1) },
                choose: { UInt32(ConcurrencyCapture.current!.chooseStore(among: Int($0))) },
                note_unseen: { ConcurrencyCapture.current!.noteUnseen(String(cString: $0)) }))
        return UnsafePointer(hooks)
    }()

    /// Whether the program contains the interposer.
    static func begin() -> Bool { oplab_set_interposition(hooks) }

    static func end() { _ = oplab_set_interposition(nil) }
}

extension SchedulePoint {
    fileprivate init(_ point: oplab_point, _ resource: ResourceID) {
        self =
            switch point {
            case oplab_point_lock: .lock(resource)
            case oplab_point_unlock: .unlock(resource)
            case oplab_point_load: .load(resource)
            case oplab_point_pause: .pause(resource)
            case oplab_point_park: .park(resource)
            case oplab_point_unpark: .unpark(resource)
            default: .store(resource)
            }
    }
}
