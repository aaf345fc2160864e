import ConcurrencyPrimitives
import QueueBenchmarking
import Testing

@testable import RegressionGate

/// A calibration on variants whose costs are known: what an operation costs at each case, and what a step of work does.
@Suite struct GateCalibrationTests {
    /// In nanoseconds, of an operation, at each limit.
    private static let costs = [1: 300.0, 2: 3_000.0]
    /// In nanoseconds, of a step of work.
    private static let step = 0.5

    private struct Outcome {
        var trials: [GateCalibration.Trial] = []
        /// What the heads' queues bore at each limit, gate by gate.
        var slowdowns: [[Int: InjectedSlowdown]] = []
    }

    /// - Parameters:
    ///   - step: What a step of work takes, in nanoseconds.
    ///   - unslowed: What a variant does besides.
    private func calibrate(
        _ plants: [(plant: GateCalibration.Plant, trials: Int)], step: Double = step,
        unslowed: SimulatedVariant.Costs = .init()
    ) async throws -> Outcome {
        let outcome = Mutex(Outcome())
        let variants = Atomic<UInt64>(0)
        let calibration = GateCalibration(
            settings: .simulated([.cpu], seed: 7), processors: 2
        ) { variant, listed in
            var slowdowns: [Int: InjectedSlowdown] = [:]
            var costs = unslowed
            for (limit, cost) in Self.costs {
                let item = "\(SimulatedVariant.subject) at empty limit=\(limit);"
                let here = listed.last { $0.item.hasPrefix(item) }
                let slowdown = (here ?? listed.first { $0.item == "*" })?.slowdown ?? InjectedSlowdown.none
                slowdowns[limit] = slowdown
                costs.nanosecondsAtLimit[limit] = cost
                switch slowdown {
                case .none: break
                case .work(let steps): costs.nanosecondsAtLimit[limit] = cost + Double(steps) * step
                case .allocation: costs.allocations += 0.5
                }
            }
            if variant == .head { outcome.withLock { $0.slowdowns.append(slowdowns) } }
            return SimulatedVariant(costs, seed: variants.adding(1))
        }
        try await calibration.run(plants, progress: { _, _ in }) { trial in
            outcome.withLock { $0.trials.append(trial) }
        }
        return outcome.withLock { $0 }
    }

    @Test func calibrationInjectsTheStatedSlowdownInEachCase() async throws {
        let outcome = try await calibrate([(.slowdown(0.1), 6)])
        for slowdowns in outcome.slowdowns.suffix(6) {
            for (limit, cost) in Self.costs {
                guard case .work(let steps)? = slowdowns[limit] else {
                    Issue.record("nothing is planted at limit \(limit)")
                    continue
                }
                // A tenth, as well as it is known from thirty noisy blocks.
                let part = Double(steps) * Self.step / cost
                #expect(part > 0.08 && part < 0.12, "\(part) at limit \(limit)")
            }
        }
        let rate = try #require(GateCalibration.Rate(outcome.trials, of: .slowdown(0.1)))
        #expect(rate.trials == 6 && rate.regressed == 6)
        let effect = try #require(rate.medianEffect)
        #expect(effect > 0.08 && effect < 0.12)
    }

    @Test func calibrationSeparatesInjectedSlowdownsFromNone() async throws {
        let outcome = try await calibrate([(.nothing, 8), (.slowdown(0.2), 3), (.allocation, 3)])
        #expect(outcome.trials.map(\.number) == Array(1...14))
        #expect(outcome.trials.allSatisfy { $0.isRight })
        let nothing = try #require(GateCalibration.Rate(outcome.trials, of: .nothing))
        #expect(nothing.trials == 8 && nothing.regressed + nothing.improved == 0)
        let allocation = try #require(GateCalibration.Rate(outcome.trials, of: .allocation))
        #expect(allocation.regressed == 3)
        // The plants come in an order of the seed's, and not one after the other.
        #expect(outcome.trials.prefix(8).contains { $0.plant != .nothing })
    }

    @Test func calibrationOfAllocationsAloneSearchesNoSteps() async throws {
        let outcome = try await calibrate([(.allocation, 2), (.nothing, 1)])
        #expect(outcome.slowdowns.count == 3)
    }

    @Test func calibrationNamesAFailingCase() async throws {
        var costs = SimulatedVariant.Costs()
        (costs.failure, costs.failureLimit) = ("two of them ran at once", 2)
        let refusal = await #expect(throws: GateRefusal.self) {
            _ = try await calibrate([(.slowdown(0.1), 1)], unslowed: costs)
        }
        let message = try #require(refusal).description
        #expect(message.contains("empty limit=2") && message.contains("two of them ran at once"))
    }

    @Test func calibrationRefusesStepsOfZero() async throws {
        let refusal = await #expect(throws: GateRefusal.self) {
            _ = try await calibrate([(.slowdown(0.1), 1)], step: 0)
        }
        #expect(try #require(refusal).description.contains("1048576 steps"))
    }
}
