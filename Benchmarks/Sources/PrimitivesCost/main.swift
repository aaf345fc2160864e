private import LinuxPlatform
private import RandomNumbers

// Called by scripts/primitives-cost, which explains it.
//
//   PrimitivesCost time ROUNDS SEED                 times everything, and prints a line for each comparison
//   PrimitivesCost list                             the comparisons whose instructions can be counted
//   PrimitivesCost loop NAME plain|ours ITERATIONS  runs one loop and prints nothing: for callgrind

private func fail(_ message: String) -> Never {
    print("PrimitivesCost: \(message)")
    exit(64)
}

private let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "time":
    guard arguments.count == 3, let rounds = Int(arguments[1]), rounds > 0, let seed = UInt64(arguments[2])
    else { fail("time ROUNDS SEED") }
    var timing = Timing(rounds: rounds, generator: SplitMix64(seed: seed))
    for result in timing.run(Comparison.all) {
        print(result.name, result.plain, result.ours, result.difference, result.ratio, separator: "\t")
    }
case "list":
    for comparison in Comparison.all where comparison.isCountable { print(comparison.name) }
case "loop":
    guard arguments.count == 4,
        let comparison = Comparison.all.first(where: { $0.isCountable && $0.name == arguments[1] }),
        let loop = ["plain": comparison.plain, "ours": comparison.ours][arguments[2]],
        let iterations = Int(arguments[3]), iterations > 0
    else { fail("loop NAME plain|ours ITERATIONS") }
    loop(iterations)
default:
    fail("time, list or loop")
}
