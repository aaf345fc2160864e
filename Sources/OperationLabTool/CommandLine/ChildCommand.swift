internal import ArgumentParser

/// A hidden command that this program runs as a child process. It leaves Ctrl-C to its parent.
protocol ChildCommand: AsyncParsableCommand {}
