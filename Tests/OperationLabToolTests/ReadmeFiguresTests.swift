import Testing

@testable import OperationLabTool

@Suite struct ReadmeFiguresTests {
    @Test(arguments: [
        ([], [], ""), (["fan"], [], " This run is older than the scenario `fan`."),
        (
            ["fan", "pool"], ["1.1"],
            " This run is older than the scenarios `fan`, `pool` and the rule `1.1`."
        ),
        ([], ["12.*"], " This run is older than the rules `12.*`."),
    ])
    func sentenceAgreesWithTheNumberOfThingsThatARunLacks(
        scenarios: [String], rules: [String], sentence: String
    ) {
        #expect(ReadmeFigures.gaps(scenarios, rules) == sentence)
    }
}
