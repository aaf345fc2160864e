internal import CPlatform
internal import CScheduleControl
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
                    if point == oplab_point_arrival { return scheduler.reachArrival(at: resource) }
                    scheduler.reachInterposed(SchedulePoint(point, resource))
                },
                did_lock: { ConcurrencyCapture.current!.didLock(ResourceID($0)) },
                note_lock: { ConcurrencyCapture.current!.noteLock(ResourceID($0), isTaken: $1) },
                block: { ConcurrencyCapture.current!.blockInterposed(on: ResourceID($0), until: $1) },
                look: { ConcurrencyCapture.current!.block(on: ResourceID($0), until: $1, isLimit: false) },
                note_owner: { ConcurrencyCapture.current!.noteOwner(Int32(bitPattern: $0)) },
                unblock: { ConcurrencyCapture.current!.unblock(ResourceID($0)) },
                unblock_from_outside: { Exploration.running?.unblockFromOutside(ResourceID($0)) },
                signal_from_outside: {
                    (Exploration.running as? ControlledScheduler)?.signalFromOutside(ResourceID($0), all: $1)
                },
                begin_wait: { ConcurrencyCapture.current!.beginWait(on: ResourceID($0)) },
                take_signal: { ConcurrencyCapture.current!.takeSignal(on: ResourceID($0), $1, ends: $2) },
                signal: { ConcurrencyCapture.current!.signal(ResourceID($0), all: $1) },
                go_home: {
                    if oplab_carrier_go_home($0) { ConcurrencyCapture.current?.stallDetector.noteRunner() }
                },
                choose: { UInt32(ConcurrencyCapture.current!.chooseStore(among: Int($0))) },
                note_unseen: { ConcurrencyCapture.current!.noteUnseen(String(cString: $0)) },
                start_thread: { body, argument, line, ticket in
                    nonisolated(unsafe) let argument = argument
                    ConcurrencyCapture.current!.startInterposed(line.map { ($0, ticket) }) { body(argument) }
                },
                add_thread: {
                    // One reference for who makes the thread of the system, and one for that thread.
                    Unmanaged.passRetained(ConcurrencyCapture.current!.addSystemThread()).retain().toOpaque()
                },
                remove_thread: {
                    ConcurrencyCapture.current!.remove(thread($0).takeRetainedValue())
                    thread($0).release()
                },
                start_added: { added, key in
                    ConcurrencyCapture.current!.start(thread(added).takeRetainedValue(), ResourceID(key))
                },
                begin_thread: { thread($0).takeRetainedValue().begin() },
                end_thread: { ConcurrencyCapture.current!.endSystemThread() },
                is_running: { ConcurrencyCapture.current!.isRunning(ResourceID($0)) },
                join_line: { line, queue, isExclusive in
                    ConcurrencyCapture.current!.join(
                        ResourceID(line), ResourceID(queue), isExclusive: isExclusive)
                },
                await_turn: { ConcurrencyCapture.current!.awaitTurn(in: ResourceID($0), $1) },
                end_turn: { ConcurrencyCapture.current!.endTurn(in: ResourceID($0), $1) },
                suspend: { line, queue, suspends in
                    ConcurrencyCapture.current!.suspend(ResourceID(queue), of: ResourceID(line), suspends)
                },
                resume_from_outside: { line, queue in
                    (Exploration.running as? ControlledScheduler)?
                        .resumeFromOutside(ResourceID(queue), of: ResourceID(line))
                },
                keep: { key, kept, look in
                    let key = UnsafeMutableRawPointer(mutating: key)
                    nonisolated(unsafe) let address = key
                    ConcurrencyCapture.current!.keep(kept, by: ResourceID(key)) { look(address) }
                },
                take_kept: { ConcurrencyCapture.current!.takeKept(by: ResourceID($0)) }))
        return UnsafePointer(hooks)
    }()

    private static func thread(_ address: UnsafeMutableRawPointer) -> Unmanaged<OwnThread> {
        Unmanaged.fromOpaque(address)
    }

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
