import BenchmarkStatistics
import TestSupport
import Testing

@testable import RegressionGate
@testable import Reporting

/// gate-report.json, as it is written and as it is read.
@Suite struct GateJSONTests {
    private func read(_ text: String) throws -> GateRecord {
        try TemporaryFolder.reading(text, named: "gate-report.json", GateJSON.read)
    }

    private func objection(_ text: String) throws -> String? {
        try TemporaryFolder.objection(to: text, named: "gate-report.json", GateJSON.read)
    }

    private static let text = Result { try GateJSON.text(MadeUpReport.record()) }

    @Test func reportRoundTrips() throws {
        let text = try Self.text.get()
        #expect(try read(text) == MadeUpReport.record())
        #expect(text.contains("\n  \"format\" : 1,\n"))
        #expect(text.contains("\n  \"verdict\" : \"regressed\"\n}\n"))
        #expect(text.contains("\n  \"base\" : \"old/oplab\",\n"))
    }

    @Test func infinityAndNaNRoundTrip() throws {
        var line = MadeUpReport.slower
        line.effect = GateEffect(.relative, MadeUpReport.estimate(0.1, -.infinity, .infinity))
        let record = MadeUpReport.record(MadeUpReport.report([line]))
        #expect(try read(try GateJSON.text(record)) == record)
    }

    @Test func malformedReportIsRefused() throws {
        let text = try Self.text.get()
        #expect(try objection("{\n  \"format\": 1,\n}") == "3:1: '}' stands where a name in quotes has to")
        #expect(try objection("{}") == ": it is no report of the gate: 'format' is missing")
        #expect(
            try objection(#"{"format": 2}"#)
                == ": it is of format 2, and this oplab reads format 1. Read it with the oplab that has written it"
        )
        #expect(
            try objection(#"{"format": 1}"#)?.hasPrefix(": it is no report of the gate: '") == true)
        let changed = text.replacing("\n  \"verdict\" : \"regressed\"", with: "\n  \"verdict\" : \"passed\"")
        #expect(changed != text)
        #expect(
            try objection(changed)
                == ": its verdict is 'passed', and its lines say 'regressed': it was changed by hand")
    }
}
