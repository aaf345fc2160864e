import AdvancedOperations
import DownloadCore
import DownloadOperations
import LoopbackServer
import OperationQueues
import Operations
import Testing

/// The condition that is made of a request.
@Suite struct ReachabilityTests {
    @Test func hostAndPortOfTheURLAreTried() async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(TestContent(seed: 1, length: 10)), at: "/x")
            let nobody = try DeafListener(.refuses)
            let downloads = try [server.url("/x"), "http://127.0.0.1:\(nobody.port)/x"].map { url in
                let download = DownloadOperation(try site.plan(url), by: Site.clients)
                download.addCondition(ReachabilityCondition(for: download.plan.request))
                return download
            }
            let queue = LockedOperationQueue()
            queue.addOperations(downloads)
            await queue.waitUntilAllOperationsAreFinished()
            #expect(try downloads[0].file.length == 10)
            let failure = downloads[1].errors.first as? ConditionFailed
            #expect(failure?.condition == "Reachability<127.0.0.1:\(nobody.port)>")
            #expect(downloads[1].attemptCount == 0)
        }
    }
}
