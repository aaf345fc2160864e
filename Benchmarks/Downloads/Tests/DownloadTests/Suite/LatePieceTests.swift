import ConcurrencyPrimitives
import DownloadCore
import DownloadTransfers
import Foundation
import Testing

/// What a client still hands on when the download has ended.
@Suite struct LatePieceTests {
    /// Answers that there is no such file, and keeps who was told.
    private final class RefusingClient: TransferClient {
        let receiver = Mutex<(any TransferReceiver)?>(nil)

        struct Nothing: Transfer {
            func cancel() {}
        }

        func send(_ request: TransferRequest, to receiver: any TransferReceiver) -> any Transfer {
            self.receiver.withLock { $0 = receiver }
            receiver.didReceive(ResponseHead(status: 404, fields: []))
            return Nothing()
        }
    }

    /// It would hold the client that waits for it to be taken, and be held by that: for ever.
    @Test func pieceThatComesAfterAFailureIsDropped() async throws {
        let site = try Site()
        let client = RefusingClient()
        let transfer = BlockingTransfer(try site.plan("http://127.0.0.1/x"), by: client)
        let hasEnded = Latch()
        let outcome = Mutex<DownloadOutcome?>(nil)
        WorkerThread.start {
            let result = transfer.run()
            outcome.withLock { $0 = result }
            hasEnded.open()
        }
        await hasEnded.wait()
        #expect(failure(try #require(outcome.withLock { $0 }))?.reason == .refused(status: 404))
        let isTaken = Mutex(false)
        let receiver = try #require(client.receiver.withLock { $0 })
        receiver.didReceive(.data(Data([1, 2, 3]))) { isTaken.withLock { $0 = true } }
        #expect(isTaken.withLock { $0 })
        #expect(try site.names == [])
    }
}
