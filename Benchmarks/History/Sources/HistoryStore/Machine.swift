private import QueueBenchmarking
private import RandomNumbers
internal import Reporting

/// Where a run was measured, as far as it decides about times: runs are compared only if all of this is the same.
public struct Machine: Hashable, Sendable {
    /// The host, or what `add` calls a pool of equal machines.
    public let name: String
    /// The processor's model; the architecture if the system doesn't name one.
    public let processor: String
    /// The number of processors that the run could use.
    public let processors: Int
    /// The kernel and its release: "Linux 6.1.0".
    public let system: String
    public let architecture: String
    /// With its version: "jemalloc 5.3.0".
    public let allocator: String
    /// The version of the compiler.
    public let toolchain: String

    init(
        name: String, processor: String, processors: Int, system: String, architecture: String,
        allocator: String,
        toolchain: String
    ) {
        self.name = name
        self.processor = processor
        self.processors = processors
        self.system = system
        self.architecture = architecture
        self.allocator = allocator
        self.toolchain = toolchain
    }

    /// The machine of a run.
    ///
    /// - Parameter name: What to call the machine; nil for its host name.
    init(_ machine: MachineDescription, of manifest: RunManifest, name: String?) {
        self.init(
            name: name ?? machine.host, processor: machine.processorModel ?? machine.architecture,
            processors: machine.processors, system: machine.system, architecture: machine.architecture,
            allocator: ([manifest.allocator.name] + [manifest.allocator.version].compactMap(\.self))
                .joined(separator: " "),
            toolchain: manifest.toolchain.swift ?? "unknown toolchain")
    }

    /// The same for equal machines, in every database: 16 digits of base 16.
    public var id: String {
        let parts = [name, processor, "\(processors)", system, architecture, allocator, toolchain]
        return FNV1a(parts.joined(separator: "\u{0}")).text
    }

    /// For example "ci-1, 2 × AMD EPYC, Linux 6.1.0 x86_64, jemalloc 5.3.0, Swift version 6.3.1".
    public var phrase: String {
        "\(name), \(processors) × \(processor), \(system) \(architecture), \(allocator), \(toolchain)"
    }
}
