// The machine that runs saved requests: who is sent next, what becomes of the rest, what is told of it.

import Catalog
import NetLayer
import TestSupport
import Testing

@testable import Workbench

@Suite struct RunMachineTests {
    private typealias Place = RunMachine.Place
    private typealias Action = RunMachine.Action

    private static func request(_ name: String) -> WorkspaceRequest { WorkspaceRequest(name: name, target: .endpoint(name)) }
    private static func single(_ name: String) -> SavedWork.Item { .request(request(name)) }
    private static func chain(_ name: String, _ steps: String...) -> SavedWork.Item { .chain(name, steps.map(request)) }

    private static func good(_ captured: [String: FieldValue] = [:]) -> RunMachine.Ending {
        .judged(ResponseVerdict(captured: captured), status: 200, bytes: 2, elapsed: .milliseconds(5))
    }

    private static func bad(_ status: Int = 404) -> RunMachine.Ending {
        .judged(ResponseVerdict(statusProblem: "the server answered \(status)"), status: status, bytes: 0, elapsed: .zero)
    }

    /// The actions without what is recorded.
    private static func work(_ actions: [Action]) -> [Action] {
        actions.filter { if case .record = $0 { false } else { true } }
    }

    private static func states(_ machine: RunMachine) -> [String] {
        machine.outcomes.map { "\($0.suite)/\($0.name) \($0.state.rawValue) \($0.code)" }
    }

    @Test func aRequestAloneHasNoRowOfItsOwn() {
        var machine = RunMachine("a", [Self.single("a")])
        #expect(machine.begin() == [.send(Place(item: 0, step: 0), in: nil)])
        #expect(Self.work(machine.ended(Place(item: 0, step: 0), Self.good())) == [.end])
        #expect(Self.states(machine) == ["a/a succeeded 0"])
    }

    @Test func aChainSendsOneAfterAnotherWithWhatWasCaptured() {
        var machine = RunMachine("c", [Self.chain("c", "a", "b")])
        let (first, second) = (Place(item: 0, step: 0), Place(item: 0, step: 1))
        #expect(
            machine.begin() == [.open(.chain(0), .chain, "c", count: 2, in: nil), .send(first, in: .chain(0))])
        #expect(machine.captured(at: first).isEmpty)
        #expect(Self.work(machine.ended(first, Self.good(["t": .plain("1")]))) == [.send(second, in: .chain(0))])
        #expect(machine.captured(at: second) == ["t": .plain("1")])
        #expect(Self.work(machine.ended(second, Self.good())) == [.close(.chain(0), failure: nil), .end])
    }

    @Test(
        "what follows a failure is skipped",
        arguments: [
            (bad(), "the server answered 404", 4), (bad(503), "the server answered 503", 5),
            (.failed("Could not connect", code: 6, elapsed: .zero), "Could not connect", 6),
            (.cancelled("Cancelled by user", code: 7, elapsed: .zero), "Cancelled by user", 7),
        ] as [(RunMachine.Ending, String, Int32)])
    func failures(_ ending: RunMachine.Ending, _ why: String, _ code: Int32) {
        var machine = RunMachine("c", [Self.chain("c", "a", "b", "d")])
        _ = machine.begin()
        let actions = machine.ended(Place(item: 0, step: 0), ending)
        #expect(
            Self.work(actions) == [
                .skip(Place(item: 0, step: 1), in: .chain(0)), .skip(Place(item: 0, step: 2), in: .chain(0)),
                .close(.chain(0), failure: "step 1: a: \(why)"), .end,
            ])
        #expect(machine.outcomes.map(\.code) == [code, 0, 0])
        #expect(machine.outcomes.dropFirst().allSatisfy { $0.state == .skipped })
        #expect(machine.ended(Place(item: 0, step: 0), ending).isEmpty, "it ends once")
    }

    @Test func aStepThatCannotBeSentIsSkippedAndFails() {
        var machine = RunMachine("c", [Self.chain("c", "a")])
        _ = machine.begin()
        let place = Place(item: 0, step: 0)
        #expect(
            Self.work(machine.ended(place, .refused("nothing defines ${t}", code: 65))) == [
                .skip(place, in: .chain(0)), .close(.chain(0), failure: "step 1: a: nothing defines ${t}"), .end,
            ])
        #expect(Self.states(machine) == ["c/a failed 65"])
    }

    @Test func aGroupSendsSoManyAtOnce() {
        var machine = RunMachine("g", [Self.single("a"), Self.chain("c", "b"), Self.single("d")], atOnce: 2)
        #expect(
            machine.begin() == [
                .open(.group, .group, "g", count: 3, in: nil), .send(Place(item: 0, step: 0), in: .group),
                .open(.chain(1), .chain, "c", count: 1, in: .group), .send(Place(item: 1, step: 0), in: .chain(1)),
            ])
        #expect(
            Self.work(machine.ended(Place(item: 1, step: 0), Self.bad())) == [
                .close(.chain(1), failure: "step 1: b: the server answered 404"), .send(Place(item: 2, step: 0), in: .group),
            ])
        #expect(Self.work(machine.ended(Place(item: 2, step: 0), Self.good())).isEmpty)
        #expect(
            Self.work(machine.ended(Place(item: 0, step: 0), Self.good())) == [
                .close(.group, failure: "1 of 3 failed"), .end,
            ])
        #expect(Self.states(machine) == ["a/a succeeded 0", "c/b failed 4", "d/d succeeded 0"], "in the order of the file")
    }

    @Test func aGroupThatFailsFastEndsTheOthers() {
        var machine = RunMachine(
            "g", [Self.single("a"), Self.chain("c", "b", "e"), Self.single("d")], atOnce: 2, mode: .failFast)
        _ = machine.begin()
        #expect(
            Self.work(machine.ended(Place(item: 0, step: 0), Self.bad())) == [
                .leave(item: 2, in: .group), .cancel(Place(item: 1, step: 0)),
            ], "what waits is left out")
        let last = machine.ended(Place(item: 1, step: 0), .cancelled("by group", code: 0, elapsed: .zero))
        #expect(Self.work(last).last == .end)
        #expect(Self.states(machine) == ["a/a failed 4", "c/b cancelled 0", "c/e skipped 0"])
    }

    @Test(
        arguments: [
            (.firstSuccess, 1, 0, ["a/a succeeded 0", "b/b cancelled 0"]),
            (.quorum(2), 2, 0, ["a/a succeeded 0", "b/b succeeded 0", "c/c cancelled 0"]),
        ] as [(GroupMode, Int, Int32, [String])])
    func aGroupThatNeedsFewerSuccessesEndsWithThem(_ mode: GroupMode, _ needed: Int, _ code: Int32, _ states: [String]) {
        let names = ["a", "b", "c", "d"].prefix(needed + 2)
        var machine = RunMachine("g", names.map(Self.single), atOnce: needed + 1, mode: mode)
        _ = machine.begin()
        for item in 0..<needed - 1 {
            #expect(Self.work(machine.ended(Place(item: item, step: 0), Self.good())).count <= 1)
            #expect(machine.isGoalReached == nil)
        }
        let actions = Self.work(machine.ended(Place(item: needed - 1, step: 0), Self.good()))
        #expect(actions.contains(.cancel(Place(item: needed, step: 0))), "\(actions)")
        #expect(machine.isGoalReached == true)
        for item in needed..<names.count {
            _ = machine.ended(Place(item: item, step: 0), .cancelled("by group", code: 0, elapsed: .zero))
        }
        #expect(Self.states(machine).starts(with: states) && machine.exitCode == code, "\(Self.states(machine))")
    }

    @Test func aFailureCountsOnlyWhereTheGoalIsOutOfReach() {
        var machine = RunMachine("g", [Self.single("a"), Self.single("b")], mode: .firstSuccess)
        _ = machine.begin()
        #expect(Self.work(machine.ended(Place(item: 0, step: 0), Self.bad(503))).isEmpty)
        var lucky = machine
        #expect(
            Self.work(lucky.ended(Place(item: 1, step: 0), Self.good())) == [.close(.group, failure: nil), .end])
        #expect(lucky.exitCode == 0)
        #expect(
            Self.work(machine.ended(Place(item: 1, step: 0), Self.bad(404))) == [
                .close(.group, failure: "2 of 2 failed"), .end,
            ])
        #expect(machine.isGoalReached == false && machine.exitCode == 5)
    }

    @Test("a goal out of reach is no success", arguments: [GroupMode.quorum(3), .quorum(5)])
    func aGoalOutOfReachIsNoSuccess(_ mode: GroupMode) {
        var machine = RunMachine("g", [Self.single("a"), Self.single("b")], mode: mode)
        _ = machine.begin()
        _ = machine.ended(Place(item: 0, step: 0), Self.good())
        _ = machine.ended(Place(item: 1, step: 0), .cancelled("by group", code: 0, elapsed: .zero))
        #expect(machine.isGoalReached == false && machine.exitCode == ExitStatus.badData)
    }

    @Test func afterACancelNothingElseIsSent() {
        var machine = RunMachine("g", [Self.chain("c", "a", "b"), Self.single("d")], atOnce: 1)
        _ = machine.begin()
        #expect(machine.cancel() == [.leave(item: 1, in: .group)])
        #expect(
            Self.work(machine.ended(Place(item: 0, step: 0), Self.good())) == [
                .skip(Place(item: 0, step: 1), in: .chain(0)), .close(.chain(0), failure: "it was cancelled"),
                .close(.group, failure: "1 of 2 failed"), .end,
            ])
        #expect(Self.states(machine) == ["c/a succeeded 0", "c/b skipped 0"])
    }

    @Test func anEmptyGroupEndsAtOnce() {
        var machine = RunMachine("g", [])
        #expect(machine.begin() == [.open(.group, .group, "g", count: 0, in: nil), .close(.group, failure: nil), .end])
    }

    /// Whatever happens in whatever order: each row that is opened is closed once, each step is recorded once, and the run ends.
    @Test(arguments: 0..<Thoroughness.count(200, nightly: 5_000))
    func everyRunEnds(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let items: [SavedWork.Item] = (0..<Int.random(in: 0...5, using: &random)).map { number in
            guard Bool.random(using: &random) else { return Self.single("r\(number)") }
            let steps = (0..<Int.random(in: 0...4, using: &random)).map { Self.request("s\(number).\($0)") }
            return .chain("c\(number)", steps)
        }
        var machine = RunMachine(
            "g", items, atOnce: Bool.random(using: &random) ? Int.random(in: 1...3, using: &random) : nil,
            mode: [.collectAll, .failFast, .firstSuccess, .quorum(2)].randomElement(using: &random) ?? .collectAll)
        var open: Set<RunMachine.Row> = []
        var flying: [Place] = []
        var recorded: Set<Place> = []
        var hasEnded = false
        func take(_ actions: [Action]) throws {
            for action in actions {
                try #require(!hasEnded, "\(action) after the end")
                switch action {
                case .open(let row, _, _, _, let parent):
                    #expect(open.insert(row).inserted)
                    #expect(parent.map(open.contains) ?? true)
                case .send(let place, let row):
                    #expect(row.map(open.contains) ?? true)
                    flying.append(place)
                case .skip(_, let row), .leave(_, let row): #expect(open.contains(row))
                case .cancel(let place): #expect(flying.contains(place))
                case .record(let place, _): #expect(recorded.insert(place).inserted)
                case .close(let row, _): #expect(open.remove(row) != nil)
                case .end: hasEnded = true
                }
            }
        }
        try take(machine.begin())
        while !flying.isEmpty {
            if Int.random(in: 0..<20, using: &random) == 0 { try take(machine.cancel()) }
            let place = flying.remove(at: Int.random(in: 0..<flying.count, using: &random))
            let endings = [
                Self.good(), Self.good(), Self.good(), Self.bad(), .refused("no", code: 65),
                .failed("no", code: 6, elapsed: .zero), .cancelled("no", code: 7, elapsed: .zero),
            ]
            try take(machine.ended(place, endings[Int.random(in: 0..<endings.count, using: &random)]))
        }
        #expect(hasEnded && open.isEmpty)
        #expect(machine.outcomes.count == recorded.count)
    }
}
