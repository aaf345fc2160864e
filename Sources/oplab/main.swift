private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

// A reader that goes away, as `oplab … | head` does, is no reason to die: writes fail then, and the exit
// status still says what came out.
signal(SIGPIPE, SIG_IGN)

Terminal.reserveDescriptors()

// The main thread serves the main queue and nothing else; commands run beside it, in a task.
let arguments = Array(CommandLine.arguments.dropFirst())
startTask { await Launch.run(arguments) }
dispatchMain()
