import Testing
import TextFormats

@Suite struct DecimalsTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (12_045, "12,045"), (1_234_567, "1,234,567"),
        (-1_000, "-1,000"),
        (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func groupedHasACommaBeforeEachThreeDigits(number: Int, text: String) {
        #expect(Decimals.grouped(number) == text)
    }
}
