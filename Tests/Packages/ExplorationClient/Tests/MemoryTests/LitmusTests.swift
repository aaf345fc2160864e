import ScheduleExploration
import Testing

/// An exploration of weak memory against the definitions of its models.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct LitmusTests {
    /// The limit is far above what the largest takes: a search that ends there isn't complete, and the test says so.
    static func plan(_ memory: MemoryModel) -> ExplorationPlan {
        var plan = ExplorationPlan()
        plan.strategy = .exhaustive
        plan.memory = memory
        plan.schedules = 1_000_000
        return plan
    }

    @Test(arguments: Shapes.all) func searchFindsWhatTheAxiomsAllow(_ program: LitmusProgram) async {
        for memory in MemoryModel.allCases {
            let axioms = Axioms(program, memory)
            let run = await LitmusRun(program, Self.plan(memory))
            #expect(run.report.hasPassed && run.report.isComplete, "\(memory): \(run.report)")
            let missing = axioms.outcomes.subtracting(run.outcomes)
            let extra = run.outcomes.subtracting(axioms.outcomes)
            #expect(missing.isEmpty && extra.isEmpty, "\(memory): missing \(missing), not allowed \(extra)")
            if memory != .sequential { #expect(run.graphs == axioms.graphs, "\(memory)") }
            print(
                "litmus: \(program.name) \(memory) \(axioms.outcomes.count) \(axioms.graphs) \(run.report.schedules)"
            )
        }
    }

    /// The numbers of executions that GenMC publishes (Kokologiannakis, Vafeiadis, *GenMC*, CAV 2021).
    @Test(arguments: [
        ("SB rel acq", 4), ("SB sc sc", 3), ("2+2W sc", 3), ("IRIW rel acq", 16), ("IRIW sc sc", 15),
    ])
    func countsAreThoseOfGenMC(_ name: String, _ count: Int) throws {
        let program = try #require(Shapes.all.first { $0.name == name })
        #expect(Axioms(program, .rc11).graphs == count)
    }

    /// What RC11 repairs: if the addition reads 1 and the store of 3 comes later, the load of the first word may read 0.
    @Test func repairOfC11AllowsTwoMoreExecutions() throws {
        let program = try #require(Shapes.all.first { $0.name == "Z6.U" })
        let repaired = Axioms(program, .rc11)
        let original = Axioms(program, .rc11, sequentialOrder: .c11)
        #expect(repaired.graphs == 24)
        #expect(original.graphs == 22)
        #expect(Axioms(program, .sequential).graphs == 18)
        let more = [2, 3].map { LitmusOutcome(read: [[], [1, $0], [0]], last: [1, 3]) }
        #expect(repaired.outcomes.subtracting(original.outcomes) == Set(more))
        #expect(original.outcomes.isSubset(of: repaired.outcomes))
    }

    @Test func thereAreAHundredPrograms() {
        #expect(Shapes.all.count >= 100)
        #expect(Set(Shapes.all.map(\.name)).count == Shapes.all.count)
    }
}

@Sendable func isInstrumented() async -> Bool { await explore(schedules: 1) {}.isInstrumented }
