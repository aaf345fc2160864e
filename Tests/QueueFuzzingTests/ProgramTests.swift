import Operations
import Testing

@testable import QueueFuzzing

/// What every generated program keeps, so that it ends.
@Suite struct ProgramTests {
    private static let all = QueueCapabilities(allBut: [:])

    private func programs(_ count: UInt64 = 500, claims: QueueCapabilities = all) -> [FuzzProgram] {
        (0..<count).map {
            FuzzProgram(
                seed: $0, size: .init(operations: 1 + Int($0 % 12), threads: 1 + Int($0 % 4)), claims: claims)
        }
    }

    @Test func seedAndSizeGiveTheSameProgram() {
        #expect(programs(50) == programs(50))
        #expect(Set(programs(50).map(\.listing)).count == 50)
    }

    @Test func eachOperationIsAddedOrStartedOnce() {
        for program in programs() {
            let submitted = program.calls.flatMap(\.submitted)
            #expect(submitted.sorted() == Array(program.operations.indices), "\(program.listing)")
        }
    }

    @Test func dependenciesLeadToLowerNumbers() {
        for case .addDependency(let operation, let other) in programs().flatMap(\.calls) {
            #expect(other < operation)
        }
    }

    @Test func onlyWaitingThreadsWaitAndNothingDependsOnWhatTheyCall() {
        for program in programs() {
            for thread in program.threads where FuzzProgram.isWaiting(thread) {
                let added = Set(thread.flatMap(\.submitted))
                let isNeeded = program.calls.contains { call in
                    if case .addDependency(_, let other) = call { added.contains(other) } else { false }
                }
                #expect(!isNeeded, "\(program.listing)")
                let changes = thread.contains { call in
                    switch call {
                    case .setLimit, .setSuspended, .start, .release: true
                    default: false
                    }
                }
                #expect(!changes, "\(program.listing)")
            }
        }
    }

    @Test func withBarriersADependencyIsAddedBeforeItsDependentByTheSameThread() {
        for program in programs() where program.operations.contains(where: \.isBarrier) {
            for thread in program.threads {
                let order = thread.flatMap(\.submitted)
                for case .addDependency(let operation, let other) in thread {
                    let first = order.firstIndex(of: other)
                    let second = order.firstIndex(of: operation)
                    #expect(first != nil && second != nil && first! < second!, "\(program.listing)")
                }
            }
        }
    }

    @Test func whatIsNotClaimedIsNotCalled() {
        let lacks: [QueueCapability] = [
            .barriers, .cancellation, .cancelAll, .suspension, .concurrencyLimit, .priorities, .batches,
            .enumeration, .completionBlocks, .dependencies, .lifeCycle,
        ]
        let claims = QueueCapabilities(allBut: Dictionary(uniqueKeysWithValues: lacks.map { ($0, "") }))
        for program in programs(claims: claims) {
            #expect(program.operations.allSatisfy { !$0.isBarrier && !$0.hasCompletion && $0.priority == 0 })
            let others = program.calls.filter { call in
                switch call {
                case .add, .release, .waitForAll: false
                default: true
                }
            }
            #expect(others.isEmpty, "\(program.listing)")
        }
    }

    @Test func everyCallIsGenerated() {
        let names = Set(programs(3_000).flatMap(\.calls).map(\.name))
        #expect(names.count == 23, "\(names.sorted())")
    }
}
