import Kernels
import Shapes
import Testing

@testable import corpus_on_threads

/// Testing has a Bug, too.
private typealias Corpus = Kernels.Bug

struct RequestTests {
    private static func measurement(_ arguments: String...) throws -> Measurement? {
        if case .measure(let measurement) = try Request(arguments: arguments) { measurement } else { nil }
    }

    @Test func withoutArgumentsAllBugsAreRunForAMinute() throws {
        let measurement = try #require(try Self.measurement())
        #expect(measurement.programs.map(\.name) == Corpus.all.map(\.name))
        #expect(measurement.seconds == 60 && measurement.hangSeconds == 5)
        #expect(!measurement.runsFixed && measurement.output == nil)
    }

    @Test func shapesAreRunIfAskedForOrNamed() throws {
        let all = try #require(try Self.measurement("--shapes"))
        #expect(all.programs.map(\.name) == Shape.all.map(\.name))
        let one = try #require(try Self.measurement("chess.WSQ", "ThenPromise"))
        #expect(one.programs.map(\.name) == ["chess.WSQ", "ThenPromise"])
    }

    @Test func namesOfProgramsDiffer() {
        #expect(Set(Request.all.map(\.name)).count == Corpus.all.count + Shape.all.count)
    }

    @Test func optionsAndNamesComeInAnyOrder() throws {
        let measurement = try #require(
            try Self.measurement(
                "ThenPromise", "--hang", "2", "--with-fixed", "NIOAtomicBox", "--seconds", "7",
                "--output", "x"))
        #expect(measurement.programs.map(\.name) == ["ThenPromise", "NIOAtomicBox"])
        #expect(measurement.seconds == 7 && measurement.hangSeconds == 2)
        #expect(measurement.runsFixed && measurement.output == "x")
    }

    @Test(arguments: [
        (["Nobody"], "no bug or shape is called 'Nobody'; --list names them"),
        (["--sekonds", "3"], "unknown option '--sekonds'"),
        (["--seconds"], "--seconds needs a value"),
        (["--output", ""], "--output needs a value"),
        (["--hang", "0"], "--hang needs a whole number of seconds from 1 to 86400, not '0'"),
        (["--seconds", "1.5"], "--seconds needs a whole number of seconds from 1 to 86400, not '1.5'"),
        (["--shapes", "ThenPromise"], "--shapes and names both say what to run"),
        (["ThenPromise", "--fixed"], "--fixed and --record are for the program itself"),
    ])
    func whatIsWrongIsSaid(_ arguments: [String], _ message: String) {
        let error = #expect(throws: UsageError.self) { try Request(arguments: arguments) }
        #expect(error?.description == message)
    }

    @Test func theProgramAsksItselfToRepeatOneForm() throws {
        let arguments = ["ThenPromise", "--seconds", "3", "--record", "file", "--fixed"]
        guard case .repeat(let repetition) = try Request(arguments: arguments) else {
            Issue.record("no repetition")
            return
        }
        #expect(repetition.program.name == "ThenPromise" && repetition.isFixed)
        #expect(repetition.seconds == 3 && repetition.record == "file")
    }
}
