internal import DownloadCore
private import Foundation
internal import LoopbackServer

/// What a stress test found.
struct StressReport {
    let seed: UInt64
    let count: Int
    /// Before and after.
    var descriptors = (before: 0, after: 0)
    var problems: [String] = []

    private var succeeded: [DownloadedFile] = []
    private var partials: [PartialFileNote] = []
    private var cancelled = 0
    private var failed: [String: Int] = [:]
    /// In nanoseconds.
    private var latencies: [UInt64] = []
    /// Of those that took longer than they should.
    private var late: [String] = []

    /// So soon a download has to end that is cancelled, in nanoseconds.
    private static let mostLatency: UInt64 = 100_000_000

    init(seed: UInt64, count: Int) {
        self.seed = seed
        self.count = count
    }

    mutating func add(_ victim: StressVictim) {
        if let latency = victim.latency {
            latencies.append(latency)
            if latency > Self.mostLatency { late.append("\(Self.text(latency)): \(victim.story)") }
        }
        switch victim.outcome {
        case .success(let file): succeeded.append(file)
        case .failure(let error):
            if error.isCancellation { cancelled += 1 } else { failed["\(error.reason)", default: 0] += 1 }
            if let partial = error.partial { partials.append(partial) }
        case nil: problems.append("a download has no outcome")
        }
    }

    /// Looks at what is in the folder: whole files, and partial ones as they were when their downloads ended.
    mutating func look(in folder: DownloadFolder, at site: StressSite) {
        let (bytes, checksum) = (site.content.bytes, site.content.sha256)
        var expected: Set<String> = []
        for file in succeeded {
            expected.insert(file.name)
            if (try? folder.checksum(of: file.name)) != checksum {
                problems.append("\(file.name) isn't whole")
            }
        }
        for partial in partials {
            let name = String(partial.path.split(separator: "/").last ?? "")
            expected.formUnion([name, name + ".json"])
            // No byte more, none less, and all of them right.
            guard let kept = try? folder.read(name) else {
                problems.append("\(name) is missing")
                continue
            }
            if kept.count != Int(partial.length) || kept[...] != bytes[..<min(kept.count, bytes.count)] {
                problems.append(
                    "\(name) has \(kept.count) bytes, and had \(partial.length) when its download ended")
            }
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in Set(names).subtracting(expected).sorted() {
            problems.append("\(name) belongs to no download")
        }
    }

    private static func text(_ nanoseconds: UInt64) -> String {
        "\(nanoseconds / 1_000_000).\(nanoseconds / 100_000 % 10) ms"
    }

    var text: String {
        var lines = [
            "\(count) downloads, seed \(seed): \(cancelled) cancelled, \(partials.count) of them with a partial file; "
                + "\(succeeded.count) whole; \(failed.values.reduce(0, +)) failed by themselves",
            "descriptors: \(descriptors.before) before, \(descriptors.after) after",
        ]
        let sorted = latencies.sorted()
        if !sorted.isEmpty {
            func text(_ part: Double) -> String {
                Self.text(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
            }
            lines.append(
                "from cancel to end, of \(sorted.count) that had begun: median \(text(0.5)), 99% \(text(0.99)), "
                    + "longest \(text(1)); \(late.count) took more than 100 ms")
            lines += late.map { "  \($0)" }
        }
        lines += failed.sorted { $0.key < $1.key }.map { "  \($0.value) × \($0.key)" }
        lines += problems.isEmpty ? ["no problems"] : problems.map { "PROBLEM: \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
