import CorpusPrograms
import Kernels
import Shapes

/// What the command line asks for.
enum Request {
    case help
    case list
    case measure(Measurement)
    /// By the program itself, in a process of its own.
    case `repeat`(Repetition)

    /// The bugs, and behind them the shapes.
    static let all: [any CorpusProgram] = Bug.all + Shape.all

    init(arguments: [String]) throws {
        var arguments = arguments[...]
        var measurement = Measurement()
        var isFixed = false
        var runsShapes = false
        var record: String?
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h": self = .help; return
            case "--list": self = .list; return
            case "--seconds": measurement.seconds = try Self.number(after: argument, from: &arguments)
            case "--hang": measurement.hangSeconds = try Self.number(after: argument, from: &arguments)
            case "--output": measurement.output = try Self.value(after: argument, from: &arguments)
            case "--with-fixed": measurement.runsFixed = true
            case "--shapes": runsShapes = true
            case "--fixed": isFixed = true
            case "--record": record = try Self.value(after: argument, from: &arguments)
            case _ where argument.hasPrefix("-"): throw UsageError("unknown option '\(argument)'")
            default: measurement.programs.append(try Self.program(named: argument))
            }
        }
        if let record, let program = measurement.programs.first {
            self = .repeat(
                Repetition(program: program, isFixed: isFixed, seconds: measurement.seconds, record: record))
        } else if isFixed || record != nil {
            throw UsageError("--fixed and --record are for the program itself")
        } else {
            if runsShapes && !measurement.programs.isEmpty {
                throw UsageError("--shapes and names both say what to run")
            }
            if measurement.programs.isEmpty { measurement.programs = runsShapes ? Shape.all : Bug.all }
            self = .measure(measurement)
        }
    }

    private static func program(named name: String) throws -> any CorpusProgram {
        guard let program = all.first(where: { $0.name == name }) else {
            throw UsageError("no bug or shape is called '\(name)'; --list names them")
        }
        return program
    }

    private static func value(
        after option: String, from arguments: inout ArraySlice<String>
    ) throws -> String {
        guard let value = arguments.popFirst(), !value.isEmpty else {
            throw UsageError("\(option) needs a value")
        }
        return value
    }

    private static func number(
        after option: String, from arguments: inout ArraySlice<String>
    ) throws -> Int {
        let limits = 1...86_400
        let value = try value(after: option, from: &arguments)
        guard let number = Int(value), limits.contains(number) else {
            throw UsageError(
                "\(option) needs a whole number of seconds from \(limits.lowerBound) to \(limits.upperBound), "
                    + "not '\(value)'")
        }
        return number
    }
}

/// A command line that the program doesn't understand.
struct UsageError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What keeps the program from measuring.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
