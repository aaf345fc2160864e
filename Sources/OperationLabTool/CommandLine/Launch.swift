internal import ArgumentParser
private import LinuxPlatform
private import TextFormats

/// Reads the command line, runs the command, and ends the process with its status.
enum Launch {
    static func run(_ arguments: [String]) async -> Never {
        await JudgeCommand.serveIfRequested(arguments)
        var command: any ParsableCommand
        do {
            command = try RootCommand.parseAsRoot(arguments)
        } catch {
            if let word = arguments.first, let successor = removed[word] {
                Terminal.error("Error: '\(toolName) \(word)' was removed: \(successor)\n")
                end(.badUsage)
            }
            if arguments.contains("--list") {
                Terminal.error(
                    "Error: there is no option --list; '\(toolName) list' lists queues, rules, scenarios and others\n"
                )
                end(.badUsage)
            }
            if let unknown = unknownCommand(arguments) {
                Terminal.error("Error: \(unknown)\n")
                end(.badUsage)
            }
            end(parsing: error)
        }
        // A child leaves Ctrl-C to its parent. A command that can't be cancelled ends at once, by the signal.
        if !(command is any ChildCommand), command is any AsyncParsableCommand {
            Interruption.shared.listen()
        }
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await Interruption.shared.interruptible { try await asynchronous.run() }
            } else {
                try command.run()
            }
        } catch let error where error is UsageError || error is UnknownName {
            Terminal.error("Error: \(error)\n")
            end(.badUsage)
        } catch let status as ExitStatus {
            end(status)
        } catch is CancellationError where Interruption.shared.isRequested {
            end(.interrupted)
        } catch let error where RootCommand.exitCode(for: error) == .success || error is ValidationError {
            end(parsing: error)
        } catch {
            Terminal.error("Error: \(error)\n")
            end(.harnessFailed)
        }
        end(.success)
    }

    /// Commands of earlier versions, and their replacements.
    private static let removed = [
        "aa": "'\(toolName) gate calibrate' measures how often a gate alarms on identical code"
    ]

    /// The first word that should be a command and isn't; nil if there is none.
    private static func unknownCommand(_ arguments: [String]) -> UnknownName? {
        var parent: any ParsableCommand.Type = RootCommand.self
        for word in arguments where parent.configuration.defaultSubcommand == nil {
            let commands = parent.configuration.subcommands
            // The parser's own command shows the help of the others.
            if commands.isEmpty || word.hasPrefix("-") || word == "help" { return nil }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                let shown = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                return UnknownName("command", word, among: shown)
            }
            parent = next
        }
        return nil
    }

    /// A request for help or the version ends with status 0. Everything else that the parser rejects ends with 64.
    private static func end(parsing error: any Error) -> Never {
        let text = RootCommand.fullMessage(for: error) + "\n"
        guard RootCommand.exitCode(for: error) == .success else {
            Terminal.error(text)
            end(.badUsage)
        }
        Terminal.output(text)
        end(.success)
    }

    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}
