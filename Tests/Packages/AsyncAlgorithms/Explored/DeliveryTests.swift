import AsyncAlgorithms
import ScheduleExploration
import Testing

/// Which elements arrive, where several produce and consume them and one consumer is cancelled: what the documentation promises.
@Suite(.serialized)
struct DeliveryTests {
    @Test func channelDeliversEachElementOnceThoughAConsumerIsCancelled() async {
        await Explored.check("channel, a cancelled consumer") {
            let channel = AsyncChannel<Int>()
            let producers = [[10, 11], [20, 21], [30]].map { elements in
                Task { for element in elements { await channel.send(element) } }
            }
            let consumers = (0..<2).map { _ in Self.collect(channel) }
            consumers[0].cancel()
            for producer in producers { await producer.value }
            channel.finish()
            let received = [await consumers[0].value, await consumers[1].value]
            // It waits until its element is taken, so each is.
            Self.expect(received.flatMap(\.self).sorted() == [10, 11, 20, 21, 30], "received", received)
            for elements in received { Self.expectOrder(in: elements) }
        }
    }

    @Test func channelLosesAtMostTheElementOfACancelledProducer() async {
        await Explored.check("channel, a cancelled producer") {
            let channel = AsyncChannel<Int>()
            let cancelled = Task { await channel.send(10) }
            let producer = Task { for element in [20, 21] { await channel.send(element) } }
            let consumer = Self.collect(channel)
            cancelled.cancel()
            await cancelled.value
            await producer.value
            channel.finish()
            let received = await consumer.value
            Self.expect(received.filter { $0 >= 20 } == [20, 21], "received", received)
            Self.expect(received.count { $0 == 10 } <= 1, "received", received)
        }
    }

    @Test func mergeDeliversEachElementInTheOrderOfItsSource() async {
        await Explored.check("merge, several producers") {
            let (first, second) = (AsyncChannel<Int>(), AsyncChannel<Int>())
            let producers = Self.produce([10, 11], on: first) + Self.produce([20, 21], on: second)
            let received = await Self.collect(merge(first, second, [30, 31].async)).value
            for producer in producers { await producer.value }
            Self.expect(received.sorted() == [10, 11, 20, 21, 30, 31], "received", received)
            Self.expectOrder(in: received)
        }
    }

    @Test func mergeDeliversNoElementTwiceThoughAConsumerIsCancelled() async {
        await Explored.check("merge, a cancelled consumer") {
            let (first, second) = (AsyncChannel<Int>(), AsyncChannel<Int>())
            let consumers = (0..<2).map { _ in Self.collect(merge(first, second)) }
            let producers = Self.produce([10, 11], on: first) + Self.produce([20, 21], on: second)
            consumers[0].cancel()
            // They end: the other consumer takes what is left.
            for producer in producers { await producer.value }
            let received = [await consumers[0].value, await consumers[1].value]
            let all = received.flatMap(\.self)
            Self.expect(Set(all).count == all.count, "received twice", received)
            Self.expect(Set(all).isSubset(of: [10, 11, 20, 21]), "received", received)
            for elements in received { Self.expectOrder(in: elements) }
        }
    }

    @Test func shareDeliversAllElementsToEachConsumerThatIsNotCancelled() async {
        await Explored.check("share, a cancelled consumer") {
            let channel = AsyncChannel<Int>()
            let shared = channel.share()
            // Each is there before the first element.
            let consumers = (0..<3).map { _ in Consumer(shared.makeAsyncIterator()) }
            let tasks = consumers.map { consumer in Task { await consumer.collect() } }
            let producers = Self.produce([10, 11, 12], on: channel)
            tasks[1].cancel()
            for producer in producers { await producer.value }
            let received = [await tasks[0].value, await tasks[1].value, await tasks[2].value]
            Self.expect(received[0] == [10, 11, 12] && received[2] == [10, 11, 12], "received", received)
            Self.expect([10, 11, 12].starts(with: received[1]), "received by the cancelled one", received)
        }
    }

    /// One consumer of a shared sequence: its iterator can't be handed to a task.
    private final class Consumer<Iterator: AsyncIteratorProtocol>: @unchecked Sendable
    where Iterator.Element == Int, Iterator.Failure == Never {
        private var iterator: Iterator

        init(_ iterator: Iterator) { self.iterator = iterator }

        func collect() async -> [Int] {
            var elements: [Int] = []
            while let element = await iterator.next(isolation: nil) { elements.append(element) }
            return elements
        }
    }

    private static func collect(_ sequence: some AsyncSequence<Int, Never> & Sendable) -> Task<[Int], Never> {
        Task {
            var elements: [Int] = []
            for await element in sequence { elements.append(element) }
            return elements
        }
    }

    /// Sends the elements one after the other, and finishes.
    private static func produce(_ elements: [Int], on channel: AsyncChannel<Int>) -> [Task<Void, Never>] {
        [
            Task {
                for element in elements { await channel.send(element) }
                channel.finish()
            }
        ]
    }

    private static func expect(_ condition: Bool, _ what: String, _ received: some Sendable) {
        ExploredSchedule.expect(condition, "\(what): \(received)")
    }

    /// Those of one producer have one ten, and are numbered.
    private static func expectOrder(in elements: [Int]) {
        let byProducer = Dictionary(grouping: elements) { $0 / 10 }
        expect(byProducer.values.allSatisfy { $0 == $0.sorted() }, "out of order", elements)
    }
}
