import FoundationCompatibility
import Testing

/// What has to be announced to a queue of Foundation's, which may put down an old answer after a newer one.
struct ReadinessAnswersTests {
    @Test func oneAnnouncesAtATime() {
        var answers = ReadinessAnswers()
        // The second leaves it to the first, which is about to.
        let (first, second) = (answers.change(), answers.change())
        answers.begin()
        let (asked, again) = (answers.answer(false), answers.end())
        let next = answers.change()
        #expect([first, second, asked, again, next] == [true, false, false, false, true])
    }

    @Test func changeDuringAnAnnouncementIsAnnouncedAfterwards() {
        var answers = ReadinessAnswers()
        let first = answers.change()
        answers.begin()
        let (asked, second, again) = (answers.answer(false), answers.change(), answers.end())
        #expect([first, asked, second, again] == [true, false, false, true])
        answers.begin()
        let (askedAgain, thirdTime) = (answers.answer(true), answers.end())
        #expect([askedAgain, thirdTime] == [false, false])
    }

    @Test func operationThatIsReadyFromTheStartNeedsNoAnnouncement() {
        var answers = ReadinessAnswers()
        let asked = [answers.answer(true), answers.answer(true)]
        #expect(asked == [false, false])
    }

    /// The older answer is put down last. The queue passes the operation over, and asks.
    @Test func operationThatIsPassedOverIsAnnounced() {
        var answers = ReadinessAnswers()
        let asked = [answers.answer(false), answers.answer(true)]
        answers.begin()
        let (askedAgain, again) = (answers.answer(true), answers.end())
        #expect(asked == [false, true] && !askedAgain && !again)
    }

    /// The same within the announcement, which makes the queue look.
    @Test func operationThatIsPassedOverInAnAnnouncementIsAnnouncedAnew() {
        var answers = ReadinessAnswers()
        let (asked, isChanged) = (answers.answer(false), answers.change())
        answers.begin()
        let (awaited, passedOver, again) = (answers.answer(true), answers.answer(true), answers.end())
        #expect([asked, isChanged, awaited, passedOver, again] == [false, true, false, false, true])
        answers.begin()
        let (askedAgain, thirdTime) = (answers.answer(true), answers.end())
        #expect([askedAgain, thirdTime] == [false, false])
    }
}
