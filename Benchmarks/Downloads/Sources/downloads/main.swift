private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

// A reader that goes away is no reason to die, nor is a file that may not grow: the calls fail then, and say so.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)

// The main thread serves the main queue; commands run beside it, in a task.
let arguments = Array(CommandLine.arguments.dropFirst())
startTask { await Launch.run(arguments) }
dispatchMain()
