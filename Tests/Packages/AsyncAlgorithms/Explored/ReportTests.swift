import ScheduleExploration
import Testing

/// That a failure of an upstream test is one of its exploration: by each assertion, by an expectation, and by a data race.
@Suite(.serialized)
struct ReportTests {
    struct Failing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: ScheduleFailure.Kind
        let body: @Sendable () async throws -> Void

        init(
            _ name: String, _ kind: ScheduleFailure.Kind = .failed,
            _ body: @escaping @Sendable () async throws -> Void
        ) {
            (testDescription, self.kind, self.body) = (name, kind, body)
        }
    }

    private struct Thrown: Error {}

    private static func fails() throws -> Int { throw Thrown() }

    static let failing = [
        Failing("XCTFail") { XCTFail("planned") },
        Failing("XCTAssertTrue") { XCTAssertTrue([1].isEmpty) },
        Failing("XCTAssertNil") { XCTAssertNil(1) },
        Failing("XCTAssertNotNil") { XCTAssertNotNil([Int]().first) },
        Failing("XCTAssertEqual") { XCTAssertEqual([1], [2]) },
        Failing("XCTAssertEqual of what throws") { XCTAssertEqual(try fails(), 1) },
        Failing("an error that is thrown") { throw Thrown() },
        Failing("an assertion in another task") { await Task { XCTAssertEqual(1, 2) }.value },
        Failing("an expectation that is fulfilled twice") {
            let expectation = XCTestExpectation(description: "fulfilled twice")
            for _ in 0..<2 { expectation.fulfill() }
        },
        Failing("an expectation that is never fulfilled", .deadlock) {
            let test = TestChannel(name: "never fulfilled") { _ in }
            await test.fulfillment(of: [test.expectation(description: "never fulfilled")], timeout: 1)
        },
        Failing("a validation diagram that differs") {
            TestMerge2(name: "a diagram") { _ in }.validate {
                "a-b-|"
                $0.inputs[0]
                "a-c-|"
            }
        },
        Failing("a data race", .dataRace) {
            let reporting = ReportingAsyncSequence([1, 2])
            let other = Task { await reporting.next() }
            _ = await reporting.next()
            _ = await other.value
        },
    ]

    @Test(arguments: failing)
    func failureIsReported(_ failing: Failing) async {
        let report = await explore(schedules: 100, name: failing.testDescription, failing.body)
        #expect(report.failure?.kind == failing.kind, "\(report)")
    }
}
