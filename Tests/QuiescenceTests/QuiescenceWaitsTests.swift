import Testing

@testable import Quiescence

@Suite struct QuiescenceWaitsTests {
    @Test func waitCountsFromItsBeginning() {
        var waits = QuiescenceWaits<String>()
        waits.add("early", needs: 100, from: 0)
        waits.add("late", needs: 100, from: 50)
        #expect(waits.takeOver(quiescentFrom: 10, to: 109) == [])
        #expect(waits.takeOver(quiescentFrom: 10, to: 110) == ["early"])
        #expect(waits.takeOver(quiescentFrom: 10, to: 149) == [])
        #expect(!waits.isEmpty)
        #expect(waits.takeOver(quiescentFrom: 10, to: 150) == ["late"])
        #expect(waits.isEmpty)
    }

    /// What is called hung may be about to go on, as a shorter wait of its own has come to its end.
    @Test func shorterWaitEndsFirstHoweverLateTheSample() {
        var waits = QuiescenceWaits<String>()
        waits.add("hung", needs: 240, from: 0)
        waits.add("check", needs: 160, from: 10)
        waits.add("other check", needs: 160, from: 20)
        #expect(waits.takeOver(quiescentFrom: 0, to: 1_000) == ["check", "other check"])
        #expect(waits.takeOver(quiescentFrom: 1_001, to: 1_200) == [])
        #expect(waits.takeOver(quiescentFrom: 1_001, to: 1_241) == ["hung"])
    }

    @Test func sampleBeforeTheWaitEndsNothing() {
        var waits = QuiescenceWaits<String>()
        waits.add("check", needs: 1, from: 100)
        #expect(waits.takeOver(quiescentFrom: 0, to: 50) == [])
        #expect(waits.takeAll() == ["check"])
        #expect(waits.isEmpty)
    }
}
