private import QueueBenchmarking

/// What this machine or this build can't measure. Those cells are empty, and these sentences explain why.
public enum Unmeasured {
    /// One sentence each; empty if everything can be measured.
    public static var here: [String] {
        var sentences: [String] = []
        if Allocator.current.name != "jemalloc" {
            sentences.append(
                "Allocations aren't counted: this build doesn't allocate through jemalloc (build with "
                    + "--traits Jemalloc, as scripts/run does).")
        }
        let machine = MachineAbility.here
        if !machine.hasPressure {
            sentences.append("The pressure is unknown: the kernel doesn't report it.")
        }
        if !machine.hasSteal { sentences.append("Stolen time is unknown: the kernel doesn't report it.") }
        if !machine.countsThreads {
            sentences.append("Created threads aren't counted: this build or this system can't.")
        }
        if MachineDescription.current.processors == 1 {
            sentences.append("There is one processor, so nothing runs in parallel.")
        }
        return sentences
    }
}
