/// The processor of this machine.
public enum ProcessorModel {
    /// The maker's name for it; nil where the system doesn't say.
    public static var name: String? {
        guard let information = KernelFile.processors.text else { return nil }
        let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
        guard let value = line?.split(separator: ":", maxSplits: 1).last else { return nil }
        return String(value.drop { $0 == " " })
    }
}
