private import ConcurrencyPrimitives
private import LinuxPlatform
private import TextFormats

/// The machine of a run. A value is nil if the system doesn't report it.
public struct MachineDescription: Hashable, Codable, Sendable {
    public let host: String
    /// For example "Linux 6.1.0".
    public let system: String
    /// For example "x86_64".
    public let architecture: String
    public let processorModel: String?
    /// The number of processors that this process may use.
    public let processors: Int
    public let memoryBytes: Int?
    /// The load average over the last minute before the run. A high value means that other processes were running.
    public let loadAverage: Double?

    /// For example "2 × AMD EPYC, Linux 6.1.0".
    public var phrase: String { "\(processors) × \(processorModel ?? architecture), \(system)" }

    public static var current: MachineDescription {
        var names = utsname()
        guard uname(&names) == 0 else { fatalError("uname failed: \(String(cString: strerror(errno)))") }
        let pages = sysconf(Int32(_SC_PHYS_PAGES))
        var load = 0.0
        return MachineDescription(
            host: text(names.nodename), system: "\(text(names.sysname)) \(text(names.release))",
            architecture: text(names.machine), processorModel: ProcessorModel.name,
            processors: ProcessorCount.available,
            memoryBytes: pages > 0 ? pages * sysconf(Int32(_SC_PAGESIZE)) : nil,
            loadAverage: getloadavg(&load, 1) == 1 ? load : nil)
    }

    /// The text in a field of fixed length, which ends at the first zero.
    private static func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
