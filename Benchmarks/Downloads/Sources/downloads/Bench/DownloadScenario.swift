private import ConcurrencyPrimitives
internal import DownloadCore
internal import DownloadOperations
internal import DownloadTransfers
internal import LoopbackServer
internal import QueueBenchmarking

/// Downloads many files from a server on this machine, so many at a time: what a queue costs beside the work that it is for.
protocol DownloadScenario: Scenario {
    /// How many files of which size a profile has.
    static func size(_ profile: BenchmarkProfile) -> (files: Int, bytes: Int)

    var files: Int { get }
    var bytes: Int { get }
    /// The place of its name among ``DownloadDesign/allCases``.
    var design: Int { get }

    init(limit: Int, files: Int, bytes: Int, design: Int)
}

/// Files that are small beside what a request costs.
struct SmallFilesScenario: DownloadScenario {
    static let name = "download-small"
    static let summary = "many small files from a server on this machine"

    let limit: Int
    let files: Int
    let bytes: Int
    let design: Int

    static func size(_ profile: BenchmarkProfile) -> (files: Int, bytes: Int) {
        (profile.operations, 4_096)
    }
}

/// Files of which the bytes are what takes time.
struct LargeFilesScenario: DownloadScenario {
    static let name = "download-large"
    static let summary = "few large files from a server on this machine"

    let limit: Int
    let files: Int
    let bytes: Int
    let design: Int

    static func size(_ profile: BenchmarkProfile) -> (files: Int, bytes: Int) {
        (profile.graphOperations, profile.largeSizes[0])
    }
}

extension DownloadScenario {
    /// All queues with the design that all of them can run, and the other designs.
    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [Self] {
        let (files, bytes) = size(profile)
        return DownloadDesign.allCases.indices.map { Self(limit: 8, files: files, bytes: bytes, design: $0) }
    }

    init?(_ parameters: ScenarioParameters) {
        let names = ["bytes", "design", "files", "limit"]
        let values = names.compactMap { parameters[$0] }
        guard values.count == names.count, parameters.values.count == names.count,
            DownloadDesign.allCases.indices.contains(values[1]), values[0] >= 0, values[2] > 0
        else { return nil }
        self.init(limit: values[3], files: values[2], bytes: values[0], design: values[1])
    }

    var parameters: ScenarioParameters {
        ScenarioParameters(["bytes": bytes, "design": design, "files": files, "limit": limit])
    }

    private var made: DownloadDesign { DownloadDesign.allCases[design] }

    func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        guard let subject = subject as? any DownloadingSubject else {
            return "it isn't measured with downloads"
        }
        return subject.designs.contains(made) ? nil : "it runs tasks, which have no main and no start"
    }

    func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        guard let subject = subject as? any DownloadingSubject else {
            preconditionFailure("\(subject.name) is skipped here")
        }
        guard let server = BenchServer.url else { throw UnusableError("no server was named") }
        let scratch = try BenchFolder()
        let clients = DownloadClients(connectionsPerHost: limit)
        let times = FileTimes()
        let plans = try (0..<files).map { number in
            let request = try DownloadRequest("\(server)/\(Self.name)/\(number)")
            return DownloadPlan(request, into: scratch.folder, meter: times.meter())
        }
        await subject.download(plans, made, limit: limit, by: clients, recorder)
        try await clients.shutDown()
        if let problem = try scratch.problem(
            files: files, of: BenchServer.content(of: Self.name, bytes: bytes))
        {
            return .failed(reason: problem)
        }
        return .passed(
            recorder.readings(operations: files) + (recorder.purpose == .time ? times.readings : []),
            latency: recorder.purpose == .time ? times.histogram : nil)
    }
}
