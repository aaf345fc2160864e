import ConcurrencyPrimitives
import Dispatch
import LinuxPlatform

// Measures how many schedules each strategy needs to find each race, and how many runs on real threads.

let arguments = Array(CommandLine.arguments.dropFirst())

// Runs on a separate thread, because a deadlock may block all threads of the pool.
WorkerTask.start {
    do {
        if arguments.first == Job.flag {
            for line in try await Job(argument: arguments.last ?? "").run() { print(line) }
            fflush(nil)
            // Threads in a deadlock remain, and need no cleanup.
            _exit(0)
        }
        guard let search = try RaceSearch(arguments) else {
            StandardError.write(
                "Usage: RaceSearch [--strategies NAME,…] FILE [SEEDS [SECONDS]]; no SECONDS with --strategies\n"
            )
            exit(64)
        }
        exit(try await search.run() ? 0 : 1)
    } catch let error as RaceSearch.UsageError {
        StandardError.write("RaceSearch: \(error)\n")
        exit(64)
    } catch {
        StandardError.write("RaceSearch: \(error)\n")
        exit(70)
    }
}
dispatchMain()
