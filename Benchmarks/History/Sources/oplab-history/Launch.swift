private import ArgumentParser
private import LinuxPlatform
private import TextFormats

/// The program: reads the command line, runs the command, and ends with its status.
@main enum Launch {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try RootCommand.parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let status as ExitStatus {
            exit(status.rawValue)
        } catch let error as UnknownName {
            end(.badUsage, "\(error)")
        } catch let error as FileError {
            end(.harnessFailed, "\(error)")
        } catch {
            // What the parser throws: also a request for help.
            let text = RootCommand.fullMessage(for: error) + "\n"
            switch RootCommand.exitCode(for: error) {
            case .success: Terminal.output(text)
            case .validationFailure:
                Terminal.error(text)
                exit(ExitStatus.badUsage.rawValue)
            default: end(.harnessFailed, "\(error)")
            }
        }
    }

    private static func end(_ status: ExitStatus, _ message: String) -> Never {
        Terminal.error("Error: \(message)\n")
        exit(status.rawValue)
    }
}
