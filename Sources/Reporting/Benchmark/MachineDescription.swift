private import ConcurrencyPrimitives
private import LinuxPlatform
private import TextFormats

/// The machine that a run took place on. What the system doesn't say is nil.
public struct MachineDescription: Hashable, Codable, Sendable {
    public let host: String
    /// As in "Linux 6.1.0".
    public let system: String
    /// As in "x86_64".
    public let architecture: String
    public let processorModel: String?
    /// How many this process may use.
    public let processors: Int
    public let memoryBytes: Int?
    /// Over the last minute before the run: more than nothing else running was there beside it.
    public let loadAverage: Double?

    /// As in "2 × AMD EPYC, Linux 6.1.0".
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
