import CPlatform
import Testing

@testable import ScheduleExploration

/// What is said of an address, by the symbolizer and again.
struct SymbolizerTests {
    @Test func whatWasSaidIsSaidAgain() throws {
        let stack = CallStack.here()
        var symbol = oplab_symbol()
        let address = try #require(stack.addresses.first { oplab_find_symbol($0 &- 1, &symbol) })
        #expect(oplab_find_symbol(address &- 1, &symbol))
        let file = String(cString: try #require(symbol.file))
        let offset = address &- 1 &- symbol.base
        let first = try #require(Symbolizer.codes(in: file, at: [offset]))
        #expect(!first[0].function.hasPrefix("?"))
        // Some are known and others not, in any order, and one comes twice.
        let more = try #require(Symbolizer.codes(in: file, at: [1, offset, offset &+ 1, offset]))
        #expect(more.count == 4 && more[1] == first[0] && more[3] == first[0])
        let again = try #require(Symbolizer.codes(in: file, at: [offset &+ 1, 1]))
        #expect(again[0] == more[2] && again[1] == more[0])
    }

    @Test func fileThatIsNoneHasNoCode() {
        let codes = Symbolizer.codes(in: "/nowhere/program", at: [1, 2])
        #expect(codes?.allSatisfy { $0.function.hasPrefix("?") } ?? true)
        #expect(Symbolizer.codes(in: "it's", at: [1]) == nil)
    }
}
