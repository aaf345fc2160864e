/// How a file of `--workload` looks, for the help of a command.
enum WorkloadHelp {
    static let text = """
        A workload is a JSON file; times are in microseconds:

          {
            "name": "thumbnails",
            "operations": 20000,
            "limit": "processors",
            "producers": 2,
            "outstanding": 1000,
            "seed": 7,
            "work": {"distribution": "lognormal", "median": 20, "sigma": 0.8},
            "dependencies": {"pattern": "fan", "width": 8},
            "priorities": {"high": 0.05, "low": 0.2},
            "arrival": {"kind": "closed"},
            "blocking": {"share": 0.01, "time": 200},
            "cancelled": {"share": 0.02, "when": "afterAdding"}
          }

        Only name, operations and work have to be there.
        limit: a number, "processors" (default) or "none". outstanding: so many are unfinished at once (default 1000), so that \
        memory doesn't hold all.
        work, blocking.time: a number, or {"distribution": …}: constant (value), uniform (from, to), exponential (mean), \
        lognormal (median, sigma), histogram (bins: [{from, to, share}]), list (values).
        dependencies: {"pattern": …}: chain (length), fan (width), tree (children, levels), layers and stencil (width, depth), \
        random (degree, window), path (leaves, length); or {"edges": [[0, 1], …]}, where 1 depends on 0.
        priorities, cancelled: a share, or the numbers of the operations ({"high": [3, 8]}, {"operations": [5]}).
        arrival: {"kind": …}: closed, rate (perSecond, spacing: random or even), bursts (size, interval), times (values).
        The article "Workloads" of QueueBenchmarking explains each; Benchmarks/Workloads has examples. A queue without \
        priorities, dependencies, cancellation or that limit is left out where the workload needs them, with the reason. The \
        folder of results gets a copy of the file. '\(toolName) record PROGRAM' writes such a file from a program.
        """
}
