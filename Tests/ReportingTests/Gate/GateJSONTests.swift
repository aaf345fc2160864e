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

    private func refusal(_ text: String) throws -> String? {
        try TemporaryFolder.refusal(of: text, named: "gate-report.json", GateJSON.read)
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
        #expect(try refusal("{\n  \"format\": 1,\n}")?.hasPrefix("3:1: ") == true)
        #expect(try refusal("{}")?.hasSuffix("'format' is missing") == true)
        #expect(try refusal(#"{"format": 2}"#)?.hasPrefix(": it has format 2, ") == true)
        #expect(
            try refusal(#"{"format": 1}"#)?.hasPrefix(": it is no report of the gate: '") == true)
        let changed = text.replacing("\n  \"verdict\" : \"regressed\"", with: "\n  \"verdict\" : \"passed\"")
        #expect(changed != text)
        #expect(
            try refusal(changed)?.hasPrefix(": its verdict is 'passed', and its lines say 'regressed'")
                == true)
    }
}
