private import LinuxPlatform
private import Synchronization

/// Holds the thread that is about to stop this process, so that what goes on elsewhere can be seen first.
///
/// Whether something that was started before the stop still gets to run is luck. So the signal puts its thread to sleep,
/// for good; everything else goes on until the process is quiescent, and only then does the process end, of the same signal.
///
/// For a process that judges one rule: the handlers are the whole process's, and stay.
enum HeldStop {
    private static let caught = Atomic<Int32>(0)

    /// From now on the first stop is held.
    static func begin() {
        // Made here, so that the handler allocates nothing.
        caught.store(0, ordering: .relaxed)
        for number in ChildVerdict.traps {
            signal(number) { number in
                HeldStop.caught.store(number, ordering: .relaxed)
                while true { pause() }
            }
        }
    }

    /// The signal that a thread is held in; nil if there was none.
    static var signalNumber: Int32? {
        let number = caught.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Ends the process by the signal that was held.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        fatalError("Signal \(number) has not ended the process.")
    }
}
