import ChildProcesses
import Testing

@Suite struct NamedArgumentsTests {
    @Test func valueFollowsItsNameOrAnEqualsSign() throws {
        let values = try NamedArguments(
            ["--queue", "lock", "--case=-2=x", "--rule=", "--queue", "actor"],
            names: ["--queue", "--case", "--rule", "--jobs"])
        #expect(values["--queue"] == "actor" && values["--case"] == "-2=x")
        #expect(values["--rule"] == "" && values["--jobs"] == nil)
    }

    @Test(arguments: [
        (["--other", "x"], "--other"), (["lock"], "lock"), (["--queue"], "--queue"),
        (["--other=1"], "--other=1"),
    ])
    func argumentWithoutANameOrAValueIsNamed(arguments: [String], culprit: String) {
        let error = #expect(throws: NamedArguments.Unknown.self) {
            try NamedArguments(arguments, names: ["--queue"])
        }
        #expect(error?.argument == culprit)
    }
}
