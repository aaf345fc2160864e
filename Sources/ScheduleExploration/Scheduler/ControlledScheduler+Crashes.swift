internal import CScheduleControl
private import LinuxPlatform

/// A schedule that ends because the program would end the process: by a trap, a bad access, an abort.
///
/// The thread stays in the handler of the signal. Memory may be damaged, and the thread may have locks of the system's libraries:
/// so no other schedule follows, and only what happened is told.
extension ControlledScheduler {
    /// Until ``releaseCrashes()``.
    func catchCrashes() {
        oplab_catch_crashes(
            { context, signal in
                Unmanaged<ControlledScheduler>.fromOpaque(context).takeUnretainedValue().takeCrash(signal)
            },
            { Unmanaged<ControlledScheduler>.fromOpaque($0).takeUnretainedValue().driver.assign(.resume) },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Nothing is known of a crash that comes later.
    func releaseCrashes() {
        if end == .crashed {
            // What the schedule has left may be damaged, so nobody releases it.
            _ = Unmanaged.passRetained(self)
            oplab_note_crash_reported()
        }
        oplab_release_crashes()
    }

    /// Called by the thread that crashes, in the handler of the signal: allocates nothing, and takes no lock. False if it isn't the
    /// program's code that crashes.
    private func takeCrash(_ signal: Int32) -> Bool {
        guard stallDetector.takeFromCrash() else { return false }
        crashSignal = signal
        end = .crashed
        return true
    }

    /// What the last schedule crashed by.
    var crash: ScheduleCrash {
        let stack = CallStack(
            addresses: Array(unsafeUninitializedCapacity: 64) { buffer, count in
                count = Int(oplab_crash_stack(buffer.baseAddress!, Int32(buffer.count)))
            })
        return ScheduleCrash(signal: crashSignal, thread: running?.number ?? 0, stack: stack)
    }
}

/// What a schedule crashed by, and where.
struct ScheduleCrash {
    let signal: Int32
    let thread: Int
    let stack: CallStack

    /// Such as `SIGSEGV (Segmentation fault)`.
    var name: String {
        let names = [
            SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGFPE: "SIGFPE",
            SIGABRT: "SIGABRT",
        ]
        return "\(names[signal] ?? "signal \(signal)") (\(String(cString: strsignal(signal))))"
    }

    var message: String {
        let place = CodePlaces([stack]).text(stack)
        return "the program would end by \(name)" + (place.isEmpty ? "" : ", at \(place)")
    }
}
