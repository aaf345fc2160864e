internal import CPlatform
internal import ConcurrencyPrimitives

/// Makes a mutex of the runtime that one controlled thread holds something that another waits for in the scheduler, and
/// gives controlled threads the exploration's time.
///
/// The runtime runs cancellation handlers under such a mutex, so a thread may be switched away from while it holds one;
/// who wants it then would block for real, while it holds the scheduling token. Only in programs that hold the product
/// `ScheduleInterposition`.
enum RuntimeInterposition {
    /// Never freed: the C side keeps the address.
    private nonisolated(unsafe) static let hooks: UnsafePointer<oplab_interposition_hooks> = {
        let hooks = UnsafeMutablePointer<oplab_interposition_hooks>.allocate(capacity: 1)
        hooks.initialize(
            to: oplab_interposition_hooks(
                controls_calling_thread: { Exploration.controlsCallingThread },
                will_lock: { ConcurrencyCapture.current?.willLockInRuntime(ResourceID($0)) },
                did_unlock: { ConcurrencyCapture.current?.didUnlockInRuntime(ResourceID($0)) },
                now: { ConcurrencyCapture.current?.now ?? 0 }))
        return UnsafePointer(hooks)
    }()

    /// Whether the program holds what it takes.
    static func begin() -> Bool { oplab_set_interposition(hooks) }

    static func end() { _ = oplab_set_interposition(nil) }
}
