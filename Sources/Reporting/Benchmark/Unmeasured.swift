private import QueueBenchmarking

/// What can't be measured on this machine, or by this build. Its cells are empty, and this says why.
public enum Unmeasured {
    /// A sentence each; none where everything can.
    public static var here: [String] {
        var sentences: [String] = []
        if Allocator.current.name != "jemalloc" {
            sentences.append(
                "Allocations aren't counted: this build doesn't allocate through jemalloc (build with "
                    + "--traits Jemalloc, as scripts/run does).")
        }
        let machine = MachineAbility.here
        if !machine.hasPressure {
            sentences.append("The pressure isn't known: the kernel doesn't tell of it.")
        }
        if !machine.hasSteal { sentences.append("Stolen time isn't known: the kernel doesn't tell of it.") }
        if !machine.countsThreads {
            sentences.append("Threads that are created aren't counted in this build, or on this system.")
        }
        if MachineDescription.current.processors == 1 {
            sentences.append("There is one processor: what queues do at once takes turns.")
        }
        return sentences
    }
}
