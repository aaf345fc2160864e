import CScheduleControl
import Foundation
import Testing

@testable import ScheduleExploration

/// What is said of an address, by the symbolizer and again.
struct SymbolizerTests {
    @Test func whatIsKnownIsNotAskedAgain() throws {
        let file = "an object that is none: \(UUID())"
        var asked: [[UInt64]] = []
        func codes(_ offsets: [UInt64], isThere: Bool = true) -> [String]? {
            let codes = Symbolizer.codes(in: file, at: offsets) { _, offsets in
                asked.append(offsets)
                return isThere ? offsets.map { ("f\($0)", "line \($0)") } : nil
            }
            return codes?.map { "\($0.function), \($0.line)" }
        }
        #expect(codes([1, 2]) == ["f1, line 1", "f2, line 2"])
        #expect(codes([2, 1]) == ["f2, line 2", "f1, line 1"])
        #expect(codes([3, 1, 3, 4]) == ["f3, line 3", "f1, line 1", "f3, line 3", "f4, line 4"])
        #expect(asked == [[1, 2], [3, 4]])
        // What wasn't said is asked again.
        #expect(codes([1, 5], isThere: false) == nil)
        #expect(codes([1, 5]) == ["f1, line 1", "f5, line 5"])
        #expect(asked.suffix(2) == [[5], [5]])
        let other = Symbolizer.codes(in: "\(file), another", at: [1]) { _, _ in
            [("g", "line 9")]
        }
        #expect(other?.first?.function == "g")
    }

    @Test func ownCodeHasAFunction() throws {
        let stack = CallStack.here()
        var symbol = oplab_symbol()
        let address = try #require(stack.addresses.first { oplab_find_symbol($0 &- 1, &symbol) })
        let file = String(cString: try #require(symbol.file))
        let codes = try #require(Symbolizer.codes(in: file, at: [address &- 1 &- symbol.base]))
        #expect(codes.count == 1 && !codes[0].function.hasPrefix("?"), "\(codes)")
    }

    @Test func fileWhoseNameCannotBeQuotedHasNoCode() {
        #expect(Symbolizer.codes(in: "it's", at: [1]) == nil)
    }
}
