import MutationOperators
import Testing

struct StatementOperatorTests {
    @Test func statementIsDropped() {
        #expect(
            Rewriting("dropped-statement", "func f() { g(); x = 1 }").texts
                == ["func f() { if !on { g() }; x = 1 }", "func f() { g(); if !on { x = 1 } }"])
    }

    @Test(arguments: [
        "func f() -> Int { g() }", "var x: Int { g() }", "let x = { g() }",
        "func f() -> Int { if a { g() } else { h() } }",
        "func f() -> Int { switch a { case 1: g() default: h() } }", "struct S { init() { x = 1 } }",
        "func f() { assert(g()); misuse(h()) }",
    ])
    func valueIsNotDropped(source: String) {
        #expect(Rewriting("dropped-statement", source).texts.isEmpty)
    }

    @Test func branchOfStatementIsDropped() {
        #expect(
            Rewriting("dropped-statement", "func f() { switch a { case 1: g() default: break } }").texts
                == ["func f() { switch a { case 1: if !on { g() } default: break } }"])
    }

    @Test func jumpIsDropped() {
        #expect(
            Rewriting("dropped-jump", "func f() { for a in b { if c { continue }; g() } }").texts
                == ["func f() { for a in b { if c { if !on { continue } }; g() } }"])
    }

    @Test func statementsAreSwapped() {
        #expect(
            Rewriting("swapped-statements", "func f() { g(); h() }").texts
                == ["func f() { if on { h() } g(); if !on { h() } }"])
    }

    @Test func publicationComesBeforeInitialisation() {
        let source = "func f() { entry.link = a; word.store(entry) }"
        #expect(
            Rewriting("publish-before-initialise", source).texts
                == ["func f() { if on { word.store(entry) } entry.link = a; if !on { word.store(entry) } }"])
        #expect(Rewriting("swapped-statements", source).texts.isEmpty)
    }

    @Test func deferIsDropped() {
        #expect(
            Rewriting("dropped-defer", "func f() { defer { g() }; h() }").texts
                == ["func f() { defer { if !on { g() } }; h() }"])
    }

    @Test func loopRunsOnce() {
        #expect(
            Rewriting("once-instead-of-loop", "func f() { while a { g() } }").texts
                == ["func f() { while a { g() if on { break } } }"])
    }

    @Test func branchIsLooped() {
        #expect(
            Rewriting("loop-instead-of-once", "func f() { if a { g() } }").texts
                == ["func f() { if on { while a { g() } } else { if a { g() } } }"])
    }

    @Test func lockIsReleasedBetweenStatements() {
        #expect(
            Rewriting("shortened-lock", "func f() { lock.withLock { g($0); h($0) } }").texts
                == ["func f() { lock.withLock { g($0); if on { mutantReleaseLock() } h($0) } }"])
    }

    /// What the lock guards is used on one side only, or what follows runs at the end.
    @Test(arguments: [
        "g($0); return .done", "let a = A(); $0 = a", "g($0); defer { h($0) }", "(s) in g(s); h(1)",
    ])
    func lockIsNotReleasedWhereNobodyCouldNotice(_ body: String) {
        #expect(Rewriting("shortened-lock", "func f() { lock.withLock { \(body) } }").texts == [])
    }

    @Test(arguments: ["_ in g(); h()", "state in g(state); return state.a", "defer { h($0) }; g($0); i()"])
    func lockIsReleasedWhereItsStateIsUsedOnBothSides(_ body: String) {
        #expect(Rewriting("shortened-lock", "func f() { lock.withLock { \(body) } }").texts.count == 1)
    }

    @Test func mutantNamesItsPlace() throws {
        let source =
            "extension A {\n    struct B {\n        func f() {\n            g()  // why\n        }\n    }\n}\n"
        let mutant = try #require(Rewriting("dropped-statement", source).mutants.first)
        #expect(mutant.function == "A.B.f")
        #expect((mutant.line, mutant.column) == (4, 13))
        #expect(mutant.text == "g() // why")
    }
}
