import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

// The same in both ways of dropping in, so one of them is enough.
#if !ALIASED
/// What a program says that starts its connections from the main thread.
struct MainThreadTests {
    #if DROP_IN
    private static let program = "DropInClientProgram"
    private static let queue = "FoundationCompatibility.OperationQueue"
    #else
    private static let program = "FoundationClientProgram"
    private static let queue = "Foundation.OperationQueue"
    #endif

    @Test func connectionsEndOnceWheneverTheyAreCancelled() async throws {
        let output = try await Program.run(Self.program)
        var expected = [Self.queue, "on the main thread: true"]
        let sizes = Connection.parts.map(\.count)
        for callbacks in ["onAThread", "onARunLoop", "onTheMainRunLoop"] {
            for start in ["byHand", "byAQueue"] {
                expected += [
                    "\(callbacks) \(start) never: not cancelled, whole",
                    "\(callbacks) \(start) beforeTheStart: cancelled, 0 bytes",
                    "\(callbacks) \(start) onTheFirstPart: cancelled, \(sizes[0]) bytes",
                    "\(callbacks) \(start) onTheLastPart: cancelled, whole",
                    "\(callbacks) \(start) atOnceFromTheMainThread: ended",
                ]
            }
        }
        #expect(output == expected + ["status 0"])
    }
}
#endif
