internal import QueueBenchmarking
private import Reporting
internal import TextFormats

/// The workloads that a command line names. The folder of results gets a copy of each, which the measuring processes read:
/// the file may change meanwhile, or be a pipe, and results without their workload can't be repeated.
struct WorkloadCopies {
    private let files: [(workload: Workload, bytes: [UInt8])]

    /// None.
    init() { files = [] }

    /// - Throws: ``UsageError`` if a file can't be read, has an error, or two have the same name in results.
    init(reading paths: [String], processors: Int) throws {
        var files: [(workload: Workload, bytes: [UInt8])] = []
        for path in paths {
            let (workload, bytes) = try UsageError.onFileError {
                let bytes = try TextFile.bytes(path)
                return (try WorkloadFile.parse(bytes, path: path, processors: processors), bytes)
            }
            if let first = files.first(where: { $0.workload.name == workload.name }) {
                throw UsageError(
                    "the workloads of \(first.workload.path) and \(path) have the same name, '\(workload.name)'"
                )
            }
            files.append((workload, bytes))
        }
        self.files = files
    }

    var scenarios: [any Scenario] { files.map { WorkloadScenario($0.workload) } }

    /// Where the folder of results has the copy of a workload.
    static func path(of name: String, in folder: String) -> String {
        "\(folder)/\(BenchmarkResults.workloads)/\(name).json"
    }

    /// Writes the copies to a folder, and returns their paths.
    func write(to folder: String) throws -> [String] {
        if files.isEmpty { return [] }
        try Folder.make("\(folder)/\(BenchmarkResults.workloads)")
        return try files.map { workload, bytes in
            let path = Self.path(of: workload.name, in: folder)
            try AtomicFile.create(path, String(decoding: bytes, as: UTF8.self))
            return path
        }
    }
}
