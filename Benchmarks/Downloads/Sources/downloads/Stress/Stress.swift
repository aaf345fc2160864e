internal import AdvancedOperations
private import ConcurrencyPrimitives
internal import DownloadCore
internal import DownloadOperations
internal import DownloadTransfers
private import Foundation
private import LinuxPlatform
internal import LoopbackServer
internal import RandomNumbers

/// Many downloads, each cancelled at a moment of its own.
struct Stress {
    let count: Int
    let seed: UInt64
    /// How many run at a time on each of the queues.
    let limit: Int
    let into: String?

    func run() async throws -> StressReport {
        // What a process makes once, such as threads and their descriptors, is made by a first round.
        _ = try await round(count: QueueName.allCases.count * DownloadDesign.allCases.count * 2, seed: 0, nil)
        let before = try await descriptors { _ in true }
        var report = try await round(count: count, seed: seed, into)
        // What is closed by other threads may take a moment.
        let after = try await descriptors { $0.count <= before.count }
        if after.count > before.count {
            let left = after.filter { before[$0.key] == nil }.map { "\($0.key): \($0.value)" }.sorted()
            report.problems.append("\(after.count - before.count) descriptors were left open: \(left)")
        }
        report.descriptors = (before.count, after.count)
        return report
    }

    /// The descriptors of this process, once they are as they should be, or ten seconds later.
    private func descriptors(_ isEnough: ([Int32: String]) -> Bool) async throws -> [Int32: String] {
        for _ in 0..<1_000 {
            if let descriptors = DescriptorList.own, isEnough(descriptors) { return descriptors }
            try await Task.sleep(for: .milliseconds(10))
        }
        return DescriptorList.own ?? [:]
    }

    private func round(count: Int, seed: UInt64, _ into: String?) async throws -> StressReport {
        let path =
            into ?? FileManager.default.temporaryDirectory.appending(path: "stress-\(UUID().uuidString)").path
        defer { if into == nil { try? FileManager.default.removeItem(atPath: path) } }
        let folder = try DownloadFolder(path)
        let site = try await StressSite()
        // A client that is shut down waits for connections that are being made.
        let clients = DownloadClients(
            DownloadSettings(timeouts: .init(connect: .seconds(1))), connectionsPerHost: 64)
        var report = StressReport(seed: seed, count: count)
        let live = await downloads(count, seed, folder, site, clients, &report)
        report.look(in: folder, at: site)
        let transfers = clients.urlSession.transferCount
        if transfers > 0 { report.problems.append("\(transfers) transfers of URLSession go on") }
        try await clients.shutDown()
        await site.stop()
        // What ends last may be on its way out of some thread.
        var left = live.count { $0.object != nil }
        for _ in 0..<1_000 where left > 0 {
            try await Task.sleep(for: .milliseconds(10))
            left = live.count { $0.object != nil }
        }
        if left > 0 { report.problems.append("\(left) operations were never let go of") }
        return report
    }

    private struct WeakReference: Sendable {
        weak var object: (any FetchedItem)?
    }

    /// Returns what is to be let go of.
    private func downloads(
        _ count: Int, _ seed: UInt64, _ folder: DownloadFolder, _ site: StressSite,
        _ clients: DownloadClients,
        _ report: inout StressReport
    ) async -> [WeakReference] {
        var random = Xoshiro256(seed: seed)
        let queues = QueueName.allCases.map { ($0.rawValue, $0.makeQueue(limit: limit)) }
        let victims = (0..<count).map { number in
            StressVictim(number: number, plan: site.plan(number, into: folder, &random), &random)
        }
        var live: [WeakReference] = []
        for victim in victims {
            var options = FetchOptions()
            options.design = DownloadDesign.allCases.randomElement(using: &random)!
            options.clients = clients
            options.retries = RetryPolicy(
                maximumAttempts: 3, backoff: Backoff(initial: .milliseconds(20)),
                isRetryable: DownloadError.isRetryable)
            options.didEnd = { victim.didEnd($0) }
            let (name, queue) = queues.randomElement(using: &random)!
            let item = victim.add(to: queue, called: name, options)
            live.append(WeakReference(object: item))
        }
        for (_, queue) in queues { await queue.waitUntilAllHaveEnded() }
        for victim in victims { report.add(victim) }
        return live
    }
}
