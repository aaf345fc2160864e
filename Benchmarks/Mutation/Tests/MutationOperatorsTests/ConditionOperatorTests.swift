import Testing

struct ConditionOperatorTests {
    @Test func conditionIsNegated() {
        #expect(
            Rewriting("negated-condition", "func f() { if a < b { g() } }").texts
                == ["func f() { if ((a < b) != on) { g() } }"])
    }

    @Test func ternaryAndNotAreNegated() {
        #expect(
            Rewriting("negated-condition", "let x = a ? b : c; let y = g(!d)").texts == [
                "let x = ((a) != on) ? b : c; let y = g(!d)", "let x = a ? b : c; let y = g(((!d) != on))",
            ])
    }

    @Test func bindingIsNotNegated() {
        #expect(Rewriting("negated-condition", "func f() { if let a { g(a) } }").texts.isEmpty)
    }

    @Test func reCheckIsDropped() {
        #expect(
            Rewriting("dropped-condition", "func f() { guard a, let b else { return }; g(b) }").texts
                == ["func f() { guard (on || (a)), let b else { return }; g(b) }"])
    }

    @Test func onlyConditionOfLoopIsNotDropped() {
        #expect(Rewriting("dropped-condition", "func f() { while a { g() } }").texts.isEmpty)
    }

    @Test func branchIsRemoved() {
        #expect(
            Rewriting("removed-branch", "func f() { if let a, b { g(a) } else { h() } }").texts
                == ["func f() { if !on, let a, b { g(a) } else { h() } }"])
    }

    @Test func endlessLoopIsNotRemoved() {
        #expect(Rewriting("removed-branch", "func f() { while true { g() } }").texts.isEmpty)
    }

    @Test func eachSideOfConnectiveIsWeakened() {
        #expect(
            Rewriting("weakened-connective", "let x = a && b || c").texts == [
                "let x = (!on && (a && b)) || c", "let x = a && b || (!on && (c))",
                "let x = (on || (a)) && b || c", "let x = a && (on || (b)) || c",
            ])
    }

    @Test func connectiveIsSwapped() {
        #expect(
            Rewriting("swapped-connective", "let x = a && b").texts == ["let x = (on ? (a || b) : (a && b))"])
    }

    @Test func explorationIsLeftAsItIs() {
        #expect(
            Rewriting(
                "negated-condition", "func f() { if isExploring(), a { if b { g() } } else if c { h() } }"
            ).texts
                == ["func f() { if isExploring(), a { if b { g() } } else if ((c) != on) { h() } }"])
    }
}
