import ConcurrencyPrimitives
import Dispatch
import LinuxPlatform

// How many schedules it takes to find each race, by strategy; and how many runs for real.

let arguments = Array(CommandLine.arguments.dropFirst())

// With a thread of its own, since a deadlock may hold up all threads of the pool.
WorkerTask.start {
    do {
        if arguments.first == Job.flag {
            for line in try await Job(argument: arguments.last ?? "").run() { print(line) }
            fflush(nil)
            // What is left of deadlocks has nothing to say any more.
            _exit(0)
        }
        guard let search = RaceSearch(arguments) else {
            StandardError.write("Usage: RaceSearch FILE [SEEDS [SECONDS]]\n")
            exit(64)
        }
        exit(try await search.run() ? 0 : 1)
    } catch {
        StandardError.write("RaceSearch: \(error)\n")
        exit(70)
    }
}
dispatchMain()
