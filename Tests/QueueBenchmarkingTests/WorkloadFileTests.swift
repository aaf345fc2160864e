import Operations
import Testing
import TextFormats

@testable import QueueBenchmarking

/// What a file of a workload may say, and where an error is.
@Suite struct WorkloadFileTests {
    static func parse(_ text: String) throws -> Workload {
        try WorkloadFile.parse(Array(text.utf8), path: "w.json", processors: 3)
    }

    /// A workload with further members.
    static func workload(_ members: String = "") throws -> Workload {
        try parse(
            #"{"name": "mine", "operations": 100, "work": 0"# + (members.isEmpty ? "" : ", \(members)") + "}")
    }

    @Test func membersThatAreMissingHaveDefaults() throws {
        let workload = try Self.workload()
        #expect(workload.limit == 3 && workload.producers == 1 && workload.outstanding == 1_000)
        #expect(workload.seed == 1 && workload.arrival == .closed && workload.dependencies.isNone)
        #expect(workload.blocking == nil && workload.cancellation == nil && workload.priorities.isEmpty)
        #expect(workload.work == .constant(0))
    }

    @Test func everyMemberIsRead() throws {
        let workload = try Self.workload(
            """
            "limit": "none", "producers": 4, "outstanding": 8, "seed": 9, "summary": "all of it",
            "dependencies": {"pattern": "tree", "children": 2, "levels": 3},
            "priorities": {"veryHigh": 0.25, "normal": 0.5, "low": 0.25},
            "arrival": {"kind": "bursts", "size": 10, "interval": 500},
            "blocking": {"share": 0.5, "time": {"distribution": "uniform", "from": 1, "to": 2}},
            "cancelled": {"share": 0.125, "when": "beforeAdding"}
            """)
        #expect(workload.limit == -1 && workload.producers == 4 && workload.window == 2)
        #expect(workload.seed == 9 && workload.summary == "all of it")
        #expect(workload.dependencies.reach == 7)
        #expect(workload.priorities.map(\.level) == [-4, 8])
        #expect(workload.arrival == .bursts(size: 10, interval: 500))
        #expect(workload.blocking?.time == .uniform(from: 1, to: 2) && workload.blocking?.share == 0.5)
        #expect(workload.cancellation == .init(operations: .share(0.125), isBeforeAdding: true))
        let scenario = WorkloadScenario(workload)
        #expect(scenario.needs == [.dependencies, .priorities, .cancellation] && scenario.name == "mine")
        let other = WorkloadScenario(try Self.workload(#""seed": 2"#))
        #expect(BenchmarkCase(scenario).parameters["checksum"] != BenchmarkCase(other).parameters["checksum"])
    }

    @Test func operationsAreChosenByTheirNumbers() throws {
        let workload = try Self.workload(
            """
            "priorities": {"high": [0, 7], "veryLow": [3], "normal": [4], "low": []},
            "cancelled": {"operations": [5, 99]}
            """)
        #expect(workload.priorities.map(\.level) == [-8, 4])
        let levels = (0..<100).map { number in
            workload.priority(of: number).map { workload.priorities[$0].level } ?? 0
        }
        #expect(levels == (0..<100).map { $0 == 3 ? -8 : [0, 7].contains($0) ? 4 : 0 })
        #expect((0..<100).filter(workload.isCancelled) == [5, 99])
        #expect(workload.cancellation?.isBeforeAdding == false)
        #expect(try Self.workload(#""cancelled": {"operations": []}"#).cancellation == nil)
    }

    @Test(arguments: [
        (#""priorities": {"high": [3, 3]}"#, "has operation 3 twice"),
        (#""priorities": {"high": [3], "low": [4, 3]}"#, "operation 3 has two priorities"),
        (#""priorities": {"high": [3], "low": 0.5}"#, "has shares and numbers of operations"),
        (#""priorities": {"high": [100]}"#, "must be a whole number from 0 to 99"),
        (#""cancelled": {"operations": [3], "share": 0.5}"#, "either 'share' or 'operations' says"),
        (#""cancelled": {"when": "afterAdding"}"#, "share' is missing"),
        (#""cancelled": {"operations": 0.5}"#, "operations' must be a list"),
    ])
    func operationsAreChosenOnce(members: String, message: String) {
        let error = #expect(throws: FileError.self) { try Self.workload(members) }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (#"{"name": "a"}"#, "1:1: 'operations' is missing"),
        ("{\n \"operation\": 5}", "2:2: there is no key 'operation'; the nearest: operations"),
        ("[1]", "1:1: the file must be an object, and is a list"),
        (
            #"{"name": "a", "operations": 0, "work": 1}"#,
            "1:29: 'operations' must be a whole number from 1 to"
        ),
        (#"{"name": "empty", "operations": 1, "work": 1}"#, "1:10: 'empty' is the name of a scenario"),
        (#"{"name": "diamond", "operations": 1, "work": 1}"#, "1:10: 'diamond' is the name of a scenario"),
        (#"{"name": "a/b", "operations": 1, "work": 1}"#, "1:10: 'a/b' is no name"),
        (#"{"name": "a", "operations": 1, "work": -1}"#, "1:40: 'work' must be a number from 0 to"),
        (#"{"name": "a", "operations": 1, "work": {"mean": 1}}"#, "1:40: 'work.distribution' is missing"),
        (
            #"{"name": "a", "operations": 1, "work": {"distribution": "gauss"}}"#,
            "1:57: there is no distribution 'gauss'; the nearest: "
        ),
        (
            #"{"name": "a", "operations": 1, "work": {"distribution": "exponential", "median": 1}}"#,
            "1:72: there is no key 'work.median'; the nearest: work.mean"
        ),
        (
            #"{"name": "a", "operations": 1, "work": {"distribution": "uniform", "from": 2, "to": 1}}"#,
            "1:85: 'work.to' is less than 'from'"
        ),
        (
            #"{"name": "a", "operations": 1, "work": {"distribution": "list", "values": [1, 2]}}"#,
            "1:75: 'work.values' has 2 times for 1 operations"
        ),
        (
            #"{"name": "a", "operations": 1, "work": {"distribution": "histogram", "bins": []}}"#,
            "1:78: 'work.bins' has no bin with a share"
        ),
    ])
    func errorHasItsPosition(text: String, message: String) {
        let error = #expect(throws: FileError.self) { try Self.parse(text) }
        #expect(
            error?.description.hasPrefix("can't read w.json:\(message)") == true,
            "\(error?.description ?? "")")
    }

    @Test(arguments: [
        (#""limit": "all""#, "\"processors\" or \"none\", and is \"all\""),
        (#""limit": 0"#, "'limit' must be a whole number from 1 to 10000, and is 0"),
        (#""producers": 101"#, "'producers' must be a whole number from 1 to 100, and is 101"),
        (#""producers": 4, "outstanding": 3"#, "'outstanding' must be a whole number from 4 to"),
        (#""priorities": {"high": 0.7, "low": 0.7}"#, "the shares of 'priorities' add up to 1.40"),
        (
            #""priorities": {"higher": 1}"#,
            "there is no key 'priorities.higher'; the nearest: priorities.high"
        ),
        (#""cancelled": 2"#, "'cancelled' must be a number from 0 to 1, and is 2"),
        (#""cancelled": {"share": 1, "when": "late"}"#, "there is no time to cancel 'late'"),
        (#""blocking": {"share": 1}"#, "'blocking.time' is missing"),
        (#""arrival": {"kind": "rate"}"#, "'arrival.perSecond' is missing"),
        (#""arrival": {"kind": "poisson"}"#, "there is no kind 'poisson'"),
        (
            #""arrival": {"kind": "rate", "perSecond": 1, "spacing": "eve"}"#,
            "no spacing 'eve'; the nearest: even"
        ),
        (#""arrival": {"kind": "times", "values": [2, 1]}"#, "must not fall, and this one follows 2"),
        (#""arrival": {"kind": "times", "values": [1]}"#, "has 1 times for 100 operations"),
        (#""dependencies": {"pattern": "chian"}"#, "there is no pattern 'chian'; the nearest: chain"),
        (
            #""dependencies": {"pattern": "tree", "children": 10, "levels": 9}"#,
            "has 100000 operations or more"
        ),
        (#""dependencies": {"edges": [[0, 100]]}"#, "must be a whole number from 0 to 99, and is 100"),
        (#""dependencies": {"edges": [[0, 1, 2]]}"#, "an edge has two numbers"),
        (#""dependencies": {"edges": [[0, 1], [0, 1]]}"#, "operation 1 depends on 0 twice"),
        (#""dependencies": {"edges": [[5, 5]]}"#, "operation 5 depends on itself"),
        (#""dependencies": {"edges": []}, "producers": 2"#, "what is recorded has one producer"),
        (#""dependencies": {"edges": []}, "outstanding": 9"#, "'outstanding' has no effect beside recorded"),
        (#""arrival": {"kind": "rate", "perSecond": 1}"#, "a run would take at least 100 s"),
        (#""limit": 1, "blocking": {"share": 1, "time": 1000000}"#, "a run would take at least 100 s"),
    ])
    func contradictionIsRefused(members: String, message: String) {
        let error = #expect(throws: FileError.self) { try Self.workload(members) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        #expect(error?.position != nil)
    }

    @Test func timeThatWouldTakeForEverIsRefused() {
        let error = #expect(throws: FileError.self) {
            try Self.parse(
                #"{"name": "a", "operations": 1000, "work": {"distribution": "lognormal", "median": 1e6, "sigma": 5}}"#
            )
        }
        #expect(
            error?.reason.hasPrefix("operation ") == true && error?.reason.contains(" would take ") == true)
    }

    // MARK: Cycles

    @Test func cycleIsNamedByItsMembers() {
        let error = #expect(throws: FileError.self) {
            try Self.workload(#""dependencies": {"edges": [[1, 0], [7, 2], [4, 7], [2, 4], [9, 4]]}"#)
        }
        #expect(
            error?.reason
                == "3 operations depend on each other in a cycle, so that none can begin: 2 on 7 on 4 on 2")
    }

    @Test func longCycleIsCutOff() {
        let edges = (0..<100).map { "[\($0), \(($0 + 1) % 100)]" }.joined(separator: ", ")
        let error = #expect(throws: FileError.self) {
            try Self.workload(#""dependencies": {"edges": [\#(edges)]}"#)
        }
        #expect(error?.reason.hasPrefix("100 operations depend on each other") == true)
        #expect(error?.reason.hasSuffix(" on … on 0") == true, "\(error?.reason ?? "")")
    }

    @Test func graphWithoutCycleHasNone() {
        #expect(DependencyGraph([[], [0], [0, 1], [2, 1], [0]]).cycle == nil)
        #expect(DependencyGraph.reversedChain(100_000).cycle == nil)
        #expect(DependencyGraph([[2], [0], [1], []]).cycle.map(Set.init) == [0, 1, 2])
    }
}
