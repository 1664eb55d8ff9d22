// The pure machine of a group: random orders against a simple model, and the boundaries of each mode.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct GroupMachineTests {
    typealias Action = GroupMachine.Action

    private static func machine(_ mode: GroupMode, limit: Int? = nil, members: Int) -> GroupMachine {
        var machine = GroupMachine(mode: mode, limit: limit)
        for index in 0..<members {
            #expect(machine.addMember() == index)
            #expect(machine.opened(index) == [])
        }
        return machine
    }

    @Test(
        .rows("HH-T7", "B-HH-T4"),
        arguments: [
            (GroupMode.collectAll, 3, 0, 2, nil), (.collectAll, 3, 0, 3, false), (.collectAll, 3, 3, 0, true),
            (.collectAll, 3, 2, 1, false), (.collectAll, 0, 0, 0, true), (.failFast, 3, 2, 0, nil), (.failFast, 3, 3, 0, true),
            (.failFast, 3, 0, 1, false), (.failFast, 0, 0, 0, true), (.firstSuccess, 3, 0, 2, nil),
            (.firstSuccess, 3, 1, 0, true),
            (.firstSuccess, 3, 0, 3, false), (.firstSuccess, 0, 0, 0, false), (.quorum(2), 3, 1, 1, nil),
            (.quorum(2), 3, 2, 0, true),
            (.quorum(2), 3, 0, 2, false), (.quorum(3), 3, 2, 0, nil), (.quorum(4), 3, 0, 0, false), (.quorum(0), 1, 0, 0, nil),
            (.quorum(-1), 1, 1, 0, true),
        ] as [(GroupMode, Int, Int, Int, Bool?)])
    func verdicts(_ mode: GroupMode, _ total: Int, _ succeeded: Int, _ failed: Int, _ verdict: Bool?) {
        #expect(mode.verdict(total: total, succeeded: succeeded, failed: failed) == verdict)
    }

    @Test func whoLandedBeforeTheBeginningSettlesAtIt() {
        var machine = Self.machine(.collectAll, members: 1)
        #expect(machine.ended(0, succeeded: true) == [.dismiss(0)])
        #expect(machine.landed(0) == [])
        #expect(machine.verdict == nil)
        #expect(machine.begin() == [.settle])
        #expect(machine.verdict == true)
        #expect(machine.addMember() == nil)
    }

    @Test func whoEndsWhileItIsSeatedIsDismissed() {
        var machine = GroupMachine(mode: .collectAll, limit: 0)
        #expect(machine.addMember() == 0)
        #expect(machine.ended(0, succeeded: false) == [])
        #expect(machine.opened(0) == [.dismiss(0)])
        #expect(machine.landed(0) == [])
        #expect(machine.begin() == [.settle])
    }

    @Test func whoIsSeatedAfterTheDecisionIsCancelled() {
        var machine = Self.machine(.failFast, limit: 1, members: 1)
        #expect(machine.begin() == [.begin(0)])
        #expect(machine.addMember() == 1)
        #expect(machine.ended(0, succeeded: false) == [])
        #expect(machine.opened(1, isWatched: true) == [.cancel(1)])
        #expect(machine.ended(1, succeeded: false) == [.dismiss(1)])
        #expect(machine.firstFailure == 0 && machine.failedAtVerdict == 1)
        #expect(machine.landed(0) == [])
        #expect(machine.landed(0) == [], "once")
        #expect(machine.landed(1) == [.settle])
    }

    @Test func whoRunsAlreadyTakesNoPlace() {
        var machine = Self.machine(.collectAll, limit: 1, members: 2)
        #expect(machine.addMember() == 2)
        #expect(machine.opened(2, isWatched: true) == [])
        #expect(machine.begin() == [.wait(1), .begin(2), .begin(0)])
        #expect(machine.ended(2, succeeded: true) == [])
        #expect(machine.ended(0, succeeded: true) == [.begin(1)])
        #expect(machine.ended(0, succeeded: true) == [], "once")
        #expect(machine.counts == MemberCounts(total: 3).adding(ended: 2))
    }

    @Test func aMemberOfAGroupThatWasCancelledBeforeItBeganStillLands() {
        var machine = GroupMachine(mode: .collectAll, limit: nil)
        #expect(machine.cancel() == [])
        #expect(machine.addMember() == 0)
        #expect(machine.opened(0) == [.cancel(0)])
        #expect(machine.begin() == [])
        #expect(machine.ended(0, succeeded: false) == [.dismiss(0)])
        #expect(machine.addMember() == nil)
        #expect(machine.landed(0) == [.settle])
    }

    @Test func aCancelNamesWhoHasNotEnded() {
        var machine = Self.machine(.collectAll, limit: 1, members: 3)
        #expect(machine.begin() == [.wait(1), .wait(2), .begin(0)])
        #expect(machine.ended(0, succeeded: true) == [.begin(1)])
        #expect(machine.cancel() == [.cancel(1), .cancel(2)])
        #expect(machine.cancel() == [])
        #expect(machine.ended(1, succeeded: false) == [])
        #expect(machine.ended(2, succeeded: false) == [.dismiss(2)])
        #expect(machine.landed(0) + machine.landed(1) == [])
        #expect(machine.landed(2) == [.settle])
    }

    @Test(.rows("B-HH-T2", "HH-T7"), arguments: 0..<400) func anyOrder(_ seed: UInt64) throws {
        var driver = GroupMachineDriver(seed: seed)
        try driver.run()
    }
}

/// Plays random orders, and knows from a simple model what must come of each step.
struct GroupMachineDriver {
    private struct Life {
        var isSeated = false
        /// It was told that it has to wait for its turn.
        var isTold = false
        var hasBegun = false
        var isDismissed = false
        var isCancelled = false
        var hasEnded = false
        var succeeded = false
        var hasLanded = false
        var isWatched: Bool
    }

    private var random: SplitMix64
    private let mode: GroupMode
    private let limit: Int?
    private var machine: GroupMachine
    private var lives: [Life] = []
    private var hasBegun = false
    private var isOver = false
    private var settles = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        mode = [.collectAll, .failFast, .firstSuccess, .quorum(2), .quorum(4)].randomElement(using: &random) ?? .collectAll
        limit = Bool.random(using: &random) ? nil : Int.random(in: 1...3, using: &random)
        machine = GroupMachine(mode: mode, limit: limit)
    }

    mutating func run() throws {
        for _ in 0..<80 { try step() }
        if !hasBegun { try begin() }
        var rounds = 0
        while settles == 0 {
            rounds += 1
            try #require(rounds < 1_000, "the group never settles")
            for index in lives.indices { try seat(index) }
            for index in lives.indices where lives[index].hasBegun || lives[index].isCancelled { try end(index) }
            for index in lives.indices { try land(index) }
        }
        // Its rows may still be on their way to the machine when all has ended.
        for index in lives.indices { try seat(index) }
        try #require(settles == 1)
        try #require(machine.addMember() == nil)
        try #require(lives.allSatisfy { $0.hasLanded && $0.hasEnded })
        try #require(lives.allSatisfy { $0.hasBegun != $0.isDismissed }, "each has begun or is dismissed, and not both")
    }

    private mutating func step() throws {
        let index = lives.indices.randomElement(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: try join()
        case 6: if !hasBegun { try begin() }
        case 7: if Int.random(in: 0..<10, using: &random) == 0 { try perform(machine.cancel(), closes: true) }
        case 8..<12: if let index { try seat(index) }
        case 12..<17: if let index { try end(index) }
        default: if let index { try land(index) }
        }
    }

    private mutating func join() throws {
        guard lives.count < 12 else { return }
        let isWatched = Int.random(in: 0..<4, using: &random) == 0
        let index = machine.addMember()
        try #require(index == (isOver && hasBegun ? nil : lives.count))
        if index != nil { lives.append(Life(isWatched: isWatched)) }
    }

    private mutating func begin() throws {
        hasBegun = true
        try perform(machine.begin())
    }

    private mutating func seat(_ index: Int) throws {
        guard !lives[index].isSeated else { return }
        lives[index].isSeated = true
        try perform(machine.opened(index, isWatched: lives[index].isWatched))
    }

    private mutating func end(_ index: Int) throws {
        guard !lives[index].hasEnded else { return }
        lives[index].hasEnded = true
        lives[index].succeeded = lives[index].hasBegun && Bool.random(using: &random)
        try perform(machine.ended(index, succeeded: lives[index].succeeded))
    }

    private mutating func land(_ index: Int) throws {
        guard lives[index].hasEnded, !lives[index].hasLanded else { return }
        lives[index].hasLanded = true
        try perform(machine.landed(index))
    }

    private mutating func perform(_ actions: [GroupMachine.Action], closes: Bool = false) throws {
        let wasOver = isOver
        let succeeded = lives.count(where: \.succeeded)
        let failed = lives.count { $0.hasEnded && !$0.succeeded }
        let expected = hasBegun ? mode.verdict(total: lives.count, succeeded: succeeded, failed: failed) : nil
        isOver = isOver || closes || expected != nil
        try #require((machine.verdict != nil) == isOver)
        if !wasOver, isOver, !closes { try #require(machine.verdict == expected) }
        let losers = lives.indices.filter { lives[$0].isSeated && !lives[$0].hasEnded && !lives[$0].isCancelled }
        if isOver {
            try #require(actions.compactMap { if case .cancel(let index) = $0 { index } else { nil } } == losers)
        }
        for action in actions {
            switch action {
            case .wait(let index):
                try #require(hasBegun && !isOver && lives[index].isSeated && !lives[index].hasBegun && !lives[index].isTold)
                lives[index].isTold = true
            case .begin(let index):
                try #require(hasBegun && !isOver && lives[index].isSeated && !lives[index].hasEnded && !lives[index].hasBegun)
                lives[index].hasBegun = true
            case .dismiss(let index):
                try #require(
                    lives[index].hasEnded && lives[index].isSeated && !lives[index].hasBegun && !lives[index].isDismissed)
                lives[index].isDismissed = true
            case .cancel(let index):
                try #require(isOver)
                lives[index].isCancelled = true
            case .settle:
                settles += 1
                try #require(lives.allSatisfy(\.hasLanded) && isOver && hasBegun)
            }
        }
        let running = lives.count { $0.hasBegun && !$0.hasEnded && !$0.isWatched }
        try #require(running <= limit ?? .max)
        if hasBegun, !isOver {
            let waiting = lives.filter { $0.isSeated && !$0.hasBegun && !$0.hasEnded }
            try #require(waiting.allSatisfy { !$0.isWatched }, "who needs no place waits for none")
            try #require(waiting.isEmpty || running == limit, "a place stands free while a member waits")
            try #require(waiting.allSatisfy { $0.isTold }, "who waits is told so")
        }
        try #require(machine.counts.total == lives.count)
        try #require(machine.counts.ended == lives.count(where: \.hasEnded))
        try #require(machine.counts.failed == failed)
        try #require((settles == 1) == (hasBegun && isOver && lives.allSatisfy(\.hasLanded)))
    }
}
