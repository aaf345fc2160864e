import ChangePoints
import Testing

@Suite struct BenjaminiHochbergTests {
    /// R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "BH").
    @Test func adjustedValuesAreThoseOfR() {
        let adjusted = BenjaminiHochberg.adjusted([0.01, 0.04, 0.03, 0.005, 0.5])
        for (value, expected) in zip(adjusted, [0.025, 0.05, 0.05, 0.025, 0.5]) {
            #expect(abs(value - expected) < 1e-12)
        }
    }

    @Test func noPValueHasNoAdjustedOne() { #expect(BenjaminiHochberg.adjusted([]) == []) }

    @Test func onePValueStays() { #expect(BenjaminiHochberg.adjusted([0.2]) == [0.2]) }
}
