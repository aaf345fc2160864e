internal import CPlatform
internal import ConcurrencyPrimitives

/// Lets a controlled thread wait in the scheduler for a mutex of the runtime that another holds, and gives controlled threads
/// the exploration's time.
///
/// The runtime runs cancellation handlers under such a mutex, so the scheduler may switch away from a thread that holds one. A
/// thread that wants it would then block while it holds the scheduling token. Works only in programs that contain the product
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

    /// Whether the program contains the interposer.
    static func begin() -> Bool { oplab_set_interposition(hooks) }

    static func end() { _ = oplab_set_interposition(nil) }
}
