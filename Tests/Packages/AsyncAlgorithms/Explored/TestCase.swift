import AsyncSequenceValidation
import Synchronization
import XCTest

/// The base of upstream's test cases, instead of that of XCTest: its expectations are seen by the explorer.
///
/// XCTest waits for an expectation in a run loop of a thread of its own, where a schedule can't go on.
class XCTestCase: XCTest::XCTestCase {
    func expectation(description: String) -> XCTestExpectation { XCTestExpectation(description: description) }

    /// Waits without a limit: an expectation that is never fulfilled is a deadlock of the schedule.
    func fulfillment(of expectations: [XCTestExpectation], timeout: Double) async {
        for expectation in expectations { await expectation.isFulfilled() }
    }

    /// Runs a validation diagram.
    func validate<Test: AsyncSequenceValidationTest>(
        @AsyncSequenceValidationDiagram _ build: (AsyncSequenceValidationDiagram) -> Test
    ) {
        do {
            let (_, failures) = try AsyncSequenceValidationDiagram.test(theme: .ascii, build)
            for failure in failures { XCTFail("\(failure)") }
        } catch {
            XCTFail("threw \(error)")
        }
    }
}

/// An expectation that wakes the task which waits for it.
final class XCTestExpectation: XCTest::XCTestExpectation, @unchecked Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Void, Never>)
        case fulfilled
    }

    private let state = Mutex(State.open)

    convenience init(description: String) { self.init(description: description, file: #file, line: #line) }

    override func fulfill(_ file: StaticString = #file, line: Int = #line) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch state {
            case .open:
                state = .fulfilled
                return nil
            case .awaited(let waiting):
                state = .fulfilled
                return waiting
            case .fulfilled:
                XCTFail("an expectation is fulfilled twice", file: file, line: UInt(line))
                return nil
            }
        }
        waiting?.resume()
    }

    fileprivate func isFulfilled() async {
        await withCheckedContinuation { continuation in
            let isFulfilled = state.withLock { state in
                if case .fulfilled = state { return true }
                state = .awaited(continuation)
                return false
            }
            if isFulfilled { continuation.resume() }
        }
    }
}
