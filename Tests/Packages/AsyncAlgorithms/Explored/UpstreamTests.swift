import Testing

/// Upstream's own tests, each under many schedules. None is left out.
@Suite(.serialized)
struct UpstreamTests {
    private static let tests = UpstreamTest.all.filter { test in
        Explored.part.map { test.name.contains($0) } ?? true
    }

    @Test(arguments: tests)
    func holdsUnderEverySchedule(_ test: UpstreamTest) async {
        await Explored.check(
            test.name, isEndless: test.isEndless, isSequential: test.isSequential, test.run)
    }

    /// A name that no test has would run nothing, and pass.
    @Test func testsAreThere() {
        #expect(Explored.part == nil ? Self.tests.count == 59 : !Self.tests.isEmpty)
    }

    /// A name of a test that isn't there any more says nothing.
    @Test func specialTestsAreThere() {
        let names = Set(UpstreamTest.all.map(\.name))
        #expect(UpstreamTest.endless.union(UpstreamTest.sequential).isSubset(of: names))
    }
}
