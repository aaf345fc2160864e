import MutationJudging
import MutationOperators
import Testing
import TextFormats

struct PlaceListTests {
    private let mutants = MutableFile(
        module: "M", path: "Sources/M/F.swift", text: "func f() { g(\"a, \\\"b\\\"\"); h() }"
    ).mutants(from: 1)

    @Test func listIsReadAsItWasWritten() async throws {
        try await withTemporaryFolder { folder in
            let entries = mutants.map { PlaceList.Entry($0.place, reason: "number \($0.number)") }
            let list = PlaceList("\(folder)/list.csv", entries)
            try list.write()
            let read = try PlaceList(reading: list.path)
            #expect(read.entries == entries)
            #expect(read.reason(mutants[1].place) == "number 2")
            #expect(read.unmatched(by: mutants).isEmpty)
        }
    }

    @Test func entryWithoutMutantIsFound() throws {
        let place = MutantPlace(
            file: "Sources/M/F.swift", function: "f", operatorName: "dropped-statement", change: "i() → ",
            text: "i()")
        let list = PlaceList("list.csv", [PlaceList.Entry(place, reason: "a reason")])
        #expect(list.unmatched(by: mutants) == list.entries)
    }

    @Test func entryWithoutReasonIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/list.csv"
            try PlaceList(path, [PlaceList.Entry(mutants[0].place, reason: "")]).write()
            #expect(throws: FileError.self) { try PlaceList(reading: path) }
        }
    }
}
