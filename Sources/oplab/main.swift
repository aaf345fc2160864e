private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

// A closed pipe, as with `oplab … | head`, must not kill the process: writes fail then, and the exit status is
// still right.
signal(SIGPIPE, SIG_IGN)

Terminal.reserveDescriptors()

// The main thread serves the main queue only; commands run in a task.
let arguments = Array(CommandLine.arguments.dropFirst())
startTask { await Launch.run(arguments) }
dispatchMain()
