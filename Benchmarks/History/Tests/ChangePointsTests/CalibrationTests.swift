import ChangePoints
import Testing

@Suite struct CalibrationTests {
    private let calibration = Calibration(EDivisive(seed: 5), series: 400)

    /// The seed is fixed, so this passes or fails for ever. A rate of 1% exceeds ten in 400 with a probability of 0.3%.
    @Test(arguments: [Noise.normal, .heavyTailed, .residuals([-1, 0, 0, 0.5, 3])], [10, 20, 50])
    func seriesWithoutAChangeHaveFewChangePoints(noise: Noise, length: Int) {
        #expect(calibration.falseRate(noise, length: length).count <= 10)
    }

    @Test func testThatIsTooLenientIsSeen() {
        let lenient = Calibration(EDivisive(significance: 0.2, permutations: 99, seed: 5), series: 400)
        #expect((50...110).contains(lenient.falseRate(.normal, length: 20).count))
    }

    @Test func wanderingMachineHasMoreFalseChangePoints() {
        #expect(calibration.falseRate(.wandering(0.5), length: 50).count > 40)
    }

    @Test func greatStepIsFoundAtItsPlace() {
        for place in Calibration.Place.allCases {
            let power = calibration.power(.normal, length: 20, step: 10, at: place)
            #expect(power.found.count >= 390 && power.placed.count >= 380, "\(place)")
            #expect(power.placed.count <= power.found.count)
        }
    }

    @Test func smallStepIsFoundLessOftenThanAGreatOne() {
        let powers = [0.5, 1.5, 4].map {
            calibration.power(.normal, length: 20, step: $0, at: .middle).found.count
        }
        #expect(powers == powers.sorted() && powers[0] < powers[2] - 200)
    }

    @Test func sameSeedGivesTheSameRates() {
        let again = Calibration(EDivisive(seed: 5), series: 400)
        #expect(
            calibration.power(.heavyTailed, length: 20, step: 3, at: .middle)
                == again.power(.heavyTailed, length: 20, step: 3, at: .middle))
    }

    @Test func autocorrelationTellsWanderingFromIndependentValues() throws {
        let alternating = [[1, -1, 1, -1, 1, -1]] as [[Double]]
        #expect(try #require(Autocorrelation.lagOne(of: alternating)) == -1)
        #expect(try #require(Autocorrelation.lagOne(of: [[1, 1, 1, 1], [-1, -1, -1]])) == 1)
        #expect(Autocorrelation.lagOne(of: [[0, 0], [3]]) == nil)
    }
}
