import MutationOperators
import Testing
import TextFormats

@testable import MutationJudging

struct ResultsFileTests {
    private func result(_ number: Int, _ outcome: MutantResult.Outcome) -> MutantResult {
        MutantResult(
            number: number, module: "M",
            place: MutantPlace(
                file: "F.swift", function: "f", operatorName: "dropped-statement", change: "g(a, b) → ",
                text: "g(a, b)"),
            line: 3, outcome: outcome, check: outcome == .killed ? "explore lock 3.1" : "",
            how: outcome == .killed ? "failed" : "", seconds: 1.25, schedules: outcome == .killed ? 17 : nil,
            checks: 4)
    }

    @Test func resultsAreReadAsTheyWereStored() async throws {
        try await withTemporaryFolder { folder in
            let file = ResultsFile("\(folder)/results.csv")
            #expect(try file.read() == [])
            let results = [result(1, .killed), result(2, .survived), result(3, .notReached)]
            for result in results { try file.append(result) }
            #expect(try file.read() == results)
        }
    }

    @Test func rowThatWasCutIsRemovedSoThatTheRunResumes() async throws {
        try await withTemporaryFolder { folder in
            let file = ResultsFile("\(folder)/results.csv")
            _ = try file.read()
            try file.append(result(1, .killed))
            try TextFile.append(file.path, "2,M,F.sw")
            #expect(try file.read() == [result(1, .killed)])
            try file.append(result(2, .survived))
            #expect(try file.read() == [result(1, .killed), result(2, .survived)])
        }
    }

    @Test func anotherTreeHasOtherResults() async throws {
        try await withTemporaryFolder { folder in
            let first = try BenchState(folder, "one")
            try first.storeUncompiled([3, 1])
            #expect(try BenchState(folder, "one").uncompiled == [1, 3])
            #expect(try BenchState(folder, "two").uncompiled == [])
            let other = try BenchState(folder, "two")
            #expect(first.resultsPath(["conform"], 300, 1) != other.resultsPath(["conform"], 300, 1))
            #expect(first.resultsPath(["conform"], 300, 1) != first.resultsPath(["conform"], 300, 2))
        }
    }
}
