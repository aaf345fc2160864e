import Testing

@testable import BenchmarkStatistics

@Suite struct StudentDistributionTests {
    @Test(arguments: ScipyFixture.shared.student.indices)
    func quantilesMatchSciPy(index: Int) {
        let known = ScipyFixture.shared.student[index]
        let quantile = StudentDistribution.quantile(
            known.probability, degreesOfFreedom: known.degreesOfFreedom)
        #expect(agreeRelatively(quantile, known.quantile), "\(quantile) is not \(known.quantile)")
    }

    @Test(arguments: ScipyFixture.shared.studentTail.indices)
    func probabilitiesMatchSciPy(index: Int) {
        let known = ScipyFixture.shared.studentTail[index]
        let cumulative = StudentDistribution.cumulative(known.t, degreesOfFreedom: known.degreesOfFreedom)
        #expect(agreeRelatively(cumulative, known.cumulative), "\(cumulative) is not \(known.cumulative)")
    }

    @Test func limits() {
        #expect(StudentDistribution.quantile(0, degreesOfFreedom: 3) == -.infinity)
        #expect(StudentDistribution.quantile(1, degreesOfFreedom: 3) == .infinity)
        #expect(StudentDistribution.quantile(0.5, degreesOfFreedom: 3) == 0)
        #expect(StudentDistribution.cumulative(-.infinity, degreesOfFreedom: 3) == 0)
        #expect(StudentDistribution.cumulative(1e200, degreesOfFreedom: 3) == 1)
    }

    /// By the closed form for four degrees of freedom, solved with 40 digits: SciPy has 9 of them right here.
    @Test func quantileNearTheMedianIsExact() {
        let quantile = StudentDistribution.quantile(0.4999, degreesOfFreedom: 4)
        #expect(abs(quantile / -0.00026666667061725468 - 1) < 1e-12)
    }

    /// Cauchy's distribution has a closed form, ½ + arctan(*t*) ÷ π. SciPy gives ½ for the smaller value.
    @Test func oneDegreeOfFreedomIsTheCauchyDistribution() {
        #expect(agreeRelatively(StudentDistribution.quantile(0.75, degreesOfFreedom: 1), 1))
        let cumulative = StudentDistribution.cumulative(1e-9, degreesOfFreedom: 1)
        #expect(abs(cumulative - 0.5 - 1e-9 / .pi) < 1e-15)
    }
}
