private import CPlatform
private import LinuxPlatform

/// A mark of what this process has done so far, which costs four system calls, however many threads there are.
///
/// Two readings are equal if between them no thread but observers was taken off a processor, and as many have begun as have
/// ended. A thread that has run between them, and so whatever it has begun, still runs or waits for a processor, or has ended and left
/// nobody who runs. So if all threads are asleep (``ThreadSnapshot/allSleep()``) before a second reading that is equal to the first,
/// nothing goes on. The kernel calls a thread asleep a moment before it counts that it was taken off: the same has to be so of a
/// further sample.
struct ProcessActivity: Equatable {
    /// Context switches of all threads but observers. Those of an observer that has ended count, too.
    private let switches: Int
    /// Observers included.
    private let threads: Int

    init() throws {
        if case .failure(let reason) = Self.counting { throw reason }
        guard let threads = ThreadList.ownCount else {
            throw QuiescenceError(message: "the kernel doesn't say how many threads there are")
        }
        self.threads = threads
        // An observer may be taken off its processor between two calls.
        var ofObservers = Self.switchesOfObservers()
        while true {
            let ofAll = ContextSwitches.ofProcess.total
            let later = Self.switchesOfObservers()
            if later == ofObservers {
                switches = ofAll - later
                return
            }
            ofObservers = later
        }
    }

    /// Whether the kernel counts context switches.
    private static let counting = Result {
        _ = try KernelFile.ownThread(oplab_thread_id(), "status").withText(ThreadFile.switches)
    }

    /// What doesn't count as the program's.
    private static func switchesOfObservers() -> Int {
        var total = ContextSwitches.ofCallingThread.total
        let own = oplab_thread_id()
        for id in ThreadSnapshot.notObserved where id != own {
            // One that has ended has no file any more.
            total += Int((try? KernelFile.ownThread(id, "status").withText(ThreadFile.switches)) ?? 0)
        }
        return total
    }
}
