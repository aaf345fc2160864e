import Testing

struct ValueOperatorTests {
    @Test func boundMovesByOne() {
        #expect(
            Rewriting("swapped-comparison", "let x = a < b").texts == ["let x = (on ? (a <= b) : (a < b))"])
    }

    @Test func equalityBecomesItsContrary() {
        #expect(Rewriting("swapped-comparison", "let x = a === b").texts == ["let x = ((a === b) != on)"])
    }

    @Test func equalityThatIsNegatedAlreadyStays() {
        #expect(Rewriting("swapped-comparison", "func f() { if a == b { g() } }").texts.isEmpty)
    }

    @Test func arithmeticFollowsPrecedence() {
        #expect(
            Rewriting("swapped-arithmetic", "let x = a | b << c").texts == [
                "let x = (on ? (a & b << c) : (a | b << c))", "let x = a | (on ? (b >> c) : (b << c))",
            ])
    }

    @Test func sumIsSubtracted() {
        #expect(
            Rewriting("swapped-arithmetic", "func f() { count += 1 }").texts
                == ["func f() { if on { count -= 1 } else { count += 1 } }"])
    }

    @Test func numberIsOneMoreAndOneLess() {
        #expect(
            Rewriting("changed-constant", "let x = a + 0x10").texts == [
                "let x = a + (on ? 17 : (0x10))", "let x = a + (on ? 15 : (0x10))",
            ])
    }

    @Test func zeroIsOneMore() {
        #expect(Rewriting("changed-constant", "let x = 0").texts == ["let x = (on ? 1 : (0))"])
    }

    @Test func truthIsChanged() {
        #expect(Rewriting("changed-constant", "let x = true").texts == ["let x = ((true) != on)"])
    }

    @Test(arguments: [
        "enum E: Int { case a = 1 }", "let x: InlineArray<4, Int>",
        "@inline(__always) func f() { while true {} }",
        "let x = \"\\(1)\"", "precondition(a > 1)", "#if TSAN\nlet x = 1\n#endif",
    ])
    func whatIsNoValueOfTheProgramStays(source: String) {
        #expect(Rewriting("changed-constant", source).texts.isEmpty)
    }

    @Test func retainIsDropped() {
        #expect(
            Rewriting("changed-retain", "let x = Unmanaged.passRetained(a)").texts
                == ["let x = (on ? Unmanaged.passUnretained(a) : (Unmanaged.passRetained(a)))"])
    }

    @Test func compareAndSwapIsSplit() {
        #expect(
            Rewriting("split-atomic", "let x = w.compareExchange(expected: a, desired: b)").texts == [
                "let x = (on ? w.mutantSplitCompareExchange(expected: a, desired: b) "
                    + ": (w.compareExchange(expected: a, desired: b)))"
            ])
    }
}
