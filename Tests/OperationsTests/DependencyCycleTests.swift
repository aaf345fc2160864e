import Operations
import Testing

@Suite struct DependencyCycleTests {
    /// A search that has used up its limit, but has nothing left to look at, has seen everything.
    @Test func searchIsCutOffOnlyBeforeUnseenOperations() {
        let (first, second, third) = (BlockOperation {}, BlockOperation {}, BlockOperation {})
        first.addDependency(second)
        // The first and its dependency count two, the second counts one.
        let whole = DependencyCycle.search(from: [first, second], limit: 3)
        #expect(!whole.isCutOff && whole.members == nil)
        #expect(DependencyCycle.search(from: [first, second, third], limit: 3).isCutOff)
        first.removeDependency(second)
    }
}
