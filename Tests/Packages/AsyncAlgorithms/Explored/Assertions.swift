// swift-format-ignore-file: AlwaysUseLowerCamelCase

import ScheduleExploration
import XCTest

// The assertions of XCTest that upstream's tests make. Outside of a run of XCTest, its own lose what they find. These have the same
// signatures, so they are taken in this module; a failure is one of the schedule. `ReportTests` proves it of each.

func XCTFail(_ message: String = "", file: StaticString = #file, line: UInt = #line) {
    ExploredSchedule.expect(false, "\(file):\(line): \(message.isEmpty ? "XCTFail" : message)")
}

func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #file, line: UInt = #line
) {
    expect("is not true", message, file, line) { try expression() }
}

func XCTAssertNil(
    _ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
    file: StaticString = #file, line: UInt = #line
) {
    expect("is not nil", message, file, line) { try expression() == nil }
}

func XCTAssertNotNil(
    _ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
    file: StaticString = #file, line: UInt = #line
) {
    expect("is nil", message, file, line) { try expression() != nil }
}

func XCTAssertEqual<T: Equatable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #file, line: UInt = #line
) {
    do {
        let (first, second) = (try expression1(), try expression2())
        expect("\(first) is not \(second)", message, file, line) { first == second }
    } catch {
        XCTFail("threw \(error)", file: file, line: line)
    }
}

private func expect(
    _ finding: @autoclosure () -> String, _ message: () -> String, _ file: StaticString, _ line: UInt,
    _ holds: () throws -> Bool
) {
    do {
        if try holds() { return }
        let said = message()
        XCTFail(said.isEmpty ? finding() : "\(finding()): \(said)", file: file, line: line)
    } catch {
        XCTFail("threw \(error)", file: file, line: line)
    }
}
