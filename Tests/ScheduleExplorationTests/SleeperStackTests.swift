import CPlatform
import CScheduleControl
import ConcurrencyPrimitives
import Foundation
import LinuxPlatform
import TestSupport
import Testing

@testable import ScheduleExploration

/// Where a thread sleeps. Its handler is one of the process, and asked by one thread at a time.
@Suite(.enabled(if: !Sanitizer.isUsed), .serialized) struct SleeperStackTests {
    /// A thread that reads what nobody writes, until it is let go.
    private final class Sleeper: Sendable {
        private let pipe = Pipe()
        private let thread = Atomic<Int>(0)
        var number: Int32 { Int32(thread.load()) }

        init(blocksSignals: Bool) {
            SystemThread.start { [self] in
                if blocksSignals {
                    var all = sigset_t()
                    sigfillset(&all)
                    pthread_sigmask(SIG_BLOCK, &all, nil)
                }
                thread.store(Int(oplab_thread_id()))
                var byte: UInt8 = 0
                _ = read(pipe.fileHandleForReading.fileDescriptor, &byte, 1)
            }
            // It has a number, and then sleeps.
            while number == 0 || !ThreadFile.isAsleep(number) { sched_yield() }
        }

        func end() { try? pipe.fileHandleForWriting.close() }

        var stack: CallStack {
            CallStack(
                addresses: Array(unsafeUninitializedCapacity: 64) { buffer, count in
                    count = Int(oplab_sleeper_stack(number, buffer.baseAddress!, Int32(buffer.count)))
                })
        }
    }

    @Test func sleeperThatBlocksSignalsSaysNothingAndTheNextDoes() {
        let (silent, other) = (Sleeper(blocksSignals: true), Sleeper(blocksSignals: false))
        #expect(silent.stack.addresses.isEmpty)
        for _ in 0..<2 {
            let stack = other.stack
            let places = CodePlaces([stack])
            #expect(places.innermostFunction(stack).contains("read"))
            #expect(places.text(stack).hasPrefix("ScheduleExplorationTests/SleeperStackTests.swift:"))
        }
        silent.end()
        other.end()
    }

    @Test func threadThatIsNoneSaysNothing() {
        var addresses: [UInt64] = [0]
        #expect(oplab_sleeper_stack(.max, &addresses, 1) == 0)
    }
}
