// Which figures a run measures, and what becomes of one that throws, hangs or has no number.

import Synchronization
import Testing

@testable import Bench

@Suite struct BenchRunTests {
    private static let names = Measure.all.flatMap(\.figures).map(\.name)

    private static func options(_ arguments: [String]) throws -> Options { try Options.parse(arguments).get() }

    private static func rows(_ run: BenchRun) async -> [Row] { await run.rows({ _ in }, hung: { _ in }) }

    private static func figure(_ name: String, limit: Double? = nil) -> Figure {
        Figure(name: name, limit: limit, unit: "ms", about: "made up")
    }

    private static func measure(_ name: String, _ run: @escaping @Sendable (Effort) async throws -> [String: Series]) -> Measure {
        Measure(figures: [figure(name)], run: run)
    }

    @Test func everyFigureHasANameOfItsOwnAndEveryRatioAnAnchor() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Self.names.count >= 53)
        for figure in Measure.all.flatMap(\.figures) {
            #expect((figure.unit == "ratio") == (figure.anchor != nil), "\(figure.name)")
            #expect(figure.name.count < 17, "\(figure.name) is wider than its column")
        }
    }

    /// The measures are replaced by quick ones with the same figures: the run must reach each of them.
    @Test func theSmokeRunReachesEveryFigureThatIsListed() async throws {
        let options = try Self.options(["--smoke"])
        #expect(options.demand == .numbers && options.effort.size == .smoke && options.effort.bound != nil)
        let list = BenchRun(effort: try Self.options(["--list"]).effort, wants: try Self.options(["--list"]).wants)
        #expect(list.figures.map(\.name) == Self.names)
        let sizes = Mutex<[Effort.Size]>([])
        let quick = Measure.all.map { measure in
            Measure(figures: measure.figures) { effort in
                sizes.withLock { $0.append(effort.size) }
                return Dictionary(uniqueKeysWithValues: measure.figures.map { ($0.name, .once(1)) })
            }
        }
        let run = BenchRun(measures: quick, effort: options.effort, wants: options.wants)
        let rows = await Self.rows(run)
        #expect(rows.map(\.figure.name) == Self.names)
        #expect(!rows.contains { $0.verdict(options.demand).isFailure })
        #expect(sizes.withLock { $0 } == Array(repeating: .smoke, count: Measure.all.count))
    }

    /// Those that start no program and draw on no terminal.
    @Test func figuresOfThisProcessHaveANumberInASmokeRun() async {
        for measure in [Measure.table, .decisions, .filtering, .cacheHits, .cacheCap] {
            for row in await measure.rows(.smoke) {
                #expect(row.verdict(.numbers) == .ok, "\(row.figure.name): \(row.verdict(.numbers))")
            }
        }
    }

    @Test func aFigureWithoutANumberFailsByItsName() async throws {
        let measures = [
            Self.measure("good") { _ in ["good": .once(1)] },
            Self.measure("thrown") { _ in throw MeasurementError.broken("it broke") },
            Self.measure("absent") { _ in throw MeasurementError.absent("nginx is not installed") },
            Self.measure("infinite") { _ in ["infinite": .once(1 / 0.0)] },
            Self.measure("forgotten") { _ in ["other": .once(1)] },
        ]
        let added = Mutex<[String]>([])
        let rows = await BenchRun(measures: measures, effort: .smoke).rows { row in
            added.withLock { $0.append(row.figure.name) }
        } hung: { _ in
        }
        #expect(added.withLock { $0 } == rows.map(\.figure.name))
        let smoke = rows.map { $0.verdict(.numbers) }
        #expect(
            smoke == [
                .ok, .failed("it broke"), .failed("nginx is not installed"), .failed("it is no finite number"),
                .failed("it was not measured"),
            ])
        // Held against limits a machine may lack something.
        #expect(rows.map { $0.verdict(.limits).word } == ["info", "FAIL", "skipped", "FAIL", "FAIL"])
    }

    @Test func aMeasureThatHangsIsNamed() async throws {
        var effort = Effort.smoke
        effort.bound = .milliseconds(20)
        let names = Mutex<[String]>([])
        let stuck = Self.measure("stuck") { _ in
            while names.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
            return ["stuck": .once(1)]
        }
        _ = await BenchRun(measures: [stuck], effort: effort).rows { _ in
        } hung: { figures in
            names.withLock { $0 += figures.map(\.name) }
        }
        #expect(names.withLock { $0 } == ["stuck"])
    }

    @Test func onlyTheNamedFiguresRun() async throws {
        let options = try Self.options(["--only", "table-us", "--only", "pick-100", "--smoke"])
        let run = BenchRun(effort: options.effort, wants: options.wants)
        #expect(run.figures.map(\.name) == ["table-us", "pick-100"])
        let rows = await Self.rows(run)
        #expect(rows.map(\.figure.name) == ["table-us", "pick-100"])
    }

    @Test func theMedianIsHeldAgainstTheLimit() {
        func verdict(_ values: [Double], limit: Double, atLeast: Bool = false) -> Verdict {
            var figure = Self.figure("a", limit: limit)
            figure.atLeast = atLeast
            return Row(figure: figure, outcome: .measured(Series(values))).verdict(.limits)
        }
        #expect(verdict([1, 2, 9], limit: 2) == .ok)
        #expect(verdict([1, 2.1, 9], limit: 2) == .over)
        #expect(verdict([0.5, 0.6, 0.7], limit: 0.6, atLeast: true) == .ok)
        #expect(verdict([0.5, 0.59, 0.7], limit: 0.6, atLeast: true) == .over)
        #expect(Verdict.over.isFailure && !Verdict.info.isFailure)
    }
}
