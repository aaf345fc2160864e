import CScheduleInterposition
import ConcurrencyPrimitives
import Foundation
import ScheduleExploration
import Testing

/// Threads of C++, which its library starts and joins on behalf of the program.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct CppThreadTests {
    @Test func threadOfCppIsSeen() async throws {
        let library = dlopen("libstdc++.so.6", RTLD_LAZY)
        try #require(library != nil)
        let report = await explore(schedules: 100) {
            let count = Box(Atomic<Int>(0))
            let add: @Sendable () -> Void = {
                let seen = count.value.load()
                count.value.store(seen + 1)
            }
            let other = CppThread(add)
            add()
            other.join()
            ExploredSchedule.expect(count.value.load() == 2, "counted to \(count.value.load())")
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "counted to 1", "\(failure)")
    }
}

/// A `std::thread`, as a compiler of C++ makes one.
private final class CppThread: @unchecked Sendable {
    private typealias Start =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeRawPointer?
        ) -> Void
    private typealias Method = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// The virtual functions of `std::thread::_State`: two destructors, and what runs on the thread. Written before anybody reads them.
    nonisolated(unsafe) private static let functions: UnsafeMutablePointer<Method> = {
        let functions = UnsafeMutablePointer<Method>.allocate(capacity: 3)
        functions[0] = { _ in }
        functions[1] = { $0.deallocate() }
        functions[2] = { state in
            let body = state.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
            Unmanaged<Body>.fromOpaque(body).takeRetainedValue().call()
        }
        return functions
    }()

    private final class Body: Sendable {
        let call: @Sendable () -> Void
        init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    }

    /// What a `std::thread` consists of: its `pthread_t`. Written by who makes it, and read by who joins it after.
    private let thread = Stable<UInt>({ $0.initialize(to: 0) }, { _ in })

    init(_ body: @escaping @Sendable () -> Void) {
        let state = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
        state.storeBytes(of: UnsafeRawPointer(Self.functions), as: UnsafeRawPointer.self)
        state.storeBytes(
            of: UnsafeRawPointer(Unmanaged.passRetained(Body(body)).toOpaque()), toByteOffset: 8,
            as: UnsafeRawPointer.self)
        var owner: UnsafeMutableRawPointer? = state
        let start = unsafeBitCast(
            Self.find(
                "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"),
            to: Start.self)
        start(thread.pointer, &owner, nil)
    }

    func join() {
        let join = unsafeBitCast(Self.find("_ZNSt6thread4joinEv"), to: Method.self)
        join(thread.pointer)
    }

    private static func find(_ symbol: String) -> UnsafeMutableRawPointer {
        guard let function = dlsym(dlopen("libstdc++.so.6", RTLD_LAZY), symbol) else {
            fatalError("libstdc++ has no \(symbol)")
        }
        return function
    }
}
