import AdvancedOperations
import ConcurrencyPrimitives
import LinuxPlatform
import Operations
import Testing

/// Connections to this machine.
struct ReachabilityTests {
    /// A socket on a free port of the loopback interface.
    private final class LoopbackSocket: Sendable {
        private let descriptor: Int32
        let port: UInt16

        init(listens: Bool) {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(descriptor, $0, size)
                    _ = getsockname(descriptor, $0, &size)
                }
            }
            if listens { _ = listen(descriptor, 8) }
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(descriptor) }
    }

    private func run(_ condition: some OperationCondition, _ kind: Kind) async -> AdvancedOperation {
        let operation = AdvancedBlockOperation { _ in }
        operation.addCondition(condition)
        let queue = kind.queue
        queue.addOperation(operation)
        await operation.waitUntilFinished()
        return operation
    }

    @Test(arguments: Kind.allCases) func hostThatListensIsReachable(_ kind: Kind) async {
        let socket = LoopbackSocket(listens: true)
        let condition = ReachabilityCondition(host: "127.0.0.1", port: socket.port, timeout: .seconds(60))
        #expect(await run(condition, kind).errors.isEmpty)
        let negated = await run(NegatedCondition(condition), kind)
        #expect(negated.errors.first is ConditionFailed)
    }

    @Test(arguments: Kind.allCases) func portThatNobodyListensAtIsNot(_ kind: Kind) async {
        let socket = LoopbackSocket(listens: false)
        let condition = ReachabilityCondition(host: "127.0.0.1", port: socket.port, timeout: .seconds(60))
        let operation = await run(condition, kind)
        let failure = operation.errors.first as? ConditionFailed
        #expect(failure?.reason == "no connection: Connection refused")
        #expect(await run(NegatedCondition(condition), kind).errors.isEmpty)
    }

    @Test func deadlineThatIsOverIsATimeout() {
        let socket = LoopbackSocket(listens: true)
        let outcome = TCPProbe.connect(to: "127.0.0.1", port: socket.port, timeout: .zero)
        // Loopback may connect within the call itself.
        #expect([.connected, .timedOut].contains(outcome))
        #expect(TCPProbe.Outcome.timedOut.failure == "no connection in time")
    }

    @Test func nameWithoutAnAddressIsUnknown() {
        let outcome = TCPProbe.connect(to: "not a name", port: 1, timeout: .seconds(60))
        guard case .unknownHost = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(outcome.failure?.hasPrefix("the host isn't known: ") == true)
    }

    @Test func cancelledOperationDoesNotWaitForItsConnection() async {
        let condition = LatchCondition()
        let operation = AdvancedBlockOperation { _ in }
        operation.addCondition(condition)
        operation.addCondition(ReachabilityCondition(host: "127.0.0.1", port: 1, timeout: .seconds(60)))
        Kind.locked.queue.addOperation(operation)
        await condition.begun.wait()
        operation.cancel()
        await operation.waitUntilFinished()
        #expect(operation.errors.isEmpty)
        condition.latch.open()
    }
}
