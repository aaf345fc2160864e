import FoundationEssentials
import Testing

@testable import BenchmarkStatistics

@Suite struct SampleTests {
    @Test(arguments: ScipyFixture.shared.samples)
    func quantilesMatchNumPy(entry: ScipyFixture.Entry) throws {
        let sample = try #require(Sample(entry.values))
        for (probability, expected) in zip(entry.probabilities, entry.quantiles) {
            #expect(agree(sample.quantile(probability), expected), "at \(probability)")
        }
        #expect(agree(sample.median, entry.median))
    }

    @Test func sampleKeepsTheOrderOfMeasuring() throws {
        let sample = try #require(Sample([3, 1, 2]))
        #expect(sample.values == [3, 1, 2])
        #expect(sample.minimum == 1)
        #expect(sample.maximum == 3)
    }

    @Test func sampleRefusesValuesWithoutQuantiles() {
        #expect(Sample([]) == nil)
        #expect(Sample([1, .nan]) == nil)
        #expect(Sample([1, .infinity]) == nil)
    }

    @Test func sampleIsCodedAsItsValues() throws {
        let sample = try #require(Sample([3, 1, 2]))
        let data = try JSONEncoder().encode(sample)
        #expect(String(decoding: data, as: UTF8.self) == "[3,1,2]")
        #expect(try JSONDecoder().decode(Sample.self, from: data) == sample)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Sample.self, from: Data("[]".utf8)) }
    }
}
