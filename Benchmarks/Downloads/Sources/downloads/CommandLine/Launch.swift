internal import ArgumentParser
private import LinuxPlatform

/// Reads the command line, runs the command, and ends the process with its status.
enum Launch {
    static func run(_ arguments: [String]) async -> Never {
        do {
            var command = try DownloadsCommand.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let status as ExitStatus {
            end(status)
        } catch let error as UnusableError {
            Terminal.error("Error: \(error)\n")
            end(.unusable)
        } catch {
            // A request for help is no error.
            let text = DownloadsCommand.fullMessage(for: error) + "\n"
            switch DownloadsCommand.exitCode(for: error) {
            case .success:
                Terminal.output(text)
                end(.success)
            case .validationFailure:
                Terminal.error(text)
                end(.badUsage)
            default:
                Terminal.error("Error: \(error)\n")
                end(.unusable)
            }
        }
        end(.success)
    }

    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}

/// What keeps a command from beginning.
struct UnusableError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
