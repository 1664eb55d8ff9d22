// Who belongs to whom, alone and in the table: families end before what they belong to, and each member is counted once.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct LineageTests {
    private static func ids(_ numbers: UInt64...) -> [TaskID] { numbers.map(TaskID.init) }

    @Test func whoBelongsToAnotherComesBeforeIt() {
        var lineage = TaskHierarchy()
        #expect(lineage.isEmpty && lineage.count == 0)
        for (child, parent) in [(2, 1), (5, 1), (4, 2), (3, 2), (9, 7)] as [(UInt64, UInt64)] {
            lineage.add(TaskID(child), to: TaskID(parent))
        }
        #expect(lineage.count == 5)
        #expect(lineage.families(of: Self.ids(1)) == Self.ids(3, 4, 2, 5, 1))
        #expect(lineage.families(of: Self.ids(8, 7, 2, 1)) == Self.ids(8, 9, 7, 3, 4, 2, 5, 1), "each once")
        #expect(lineage.families(of: Self.ids(1, 4)) == Self.ids(3, 4, 2, 5, 1))
        #expect(lineage.families(of: []) == [])
        lineage.remove(TaskID(2), from: TaskID(1))
        #expect(lineage.families(of: Self.ids(1)) == Self.ids(5, 1))
        for (child, parent) in [(5, 1), (3, 2), (9, 7)] as [(UInt64, UInt64)] {
            lineage.remove(TaskID(child), from: TaskID(parent))
        }
        #expect(!lineage.isEmpty && lineage.count == 1)
        lineage.remove(TaskID(4), from: TaskID(2))
        lineage.remove(TaskID(4), from: TaskID(2))
        #expect(lineage.isEmpty && lineage.count == 0)
    }

    @Test(arguments: 0..<100) func familiesInRandomTrees(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var lineage = TaskHierarchy()
        var parents: [TaskID: TaskID] = [:]
        let all = (1...30).map { TaskID($0) }
        for id in all.dropFirst() where Int.random(in: 0..<4, using: &random) > 0 {
            let parent = TaskID(UInt64.random(in: 1..<id.number, using: &random))
            lineage.add(id, to: parent)
            parents[id] = parent
        }
        let chosen = all.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }.shuffled(using: &random)
        let families = lineage.families(of: chosen)
        func belongs(_ id: TaskID) -> Bool { chosen.contains(id) || parents[id].map(belongs) == true }
        #expect(Set(families) == Set(all.filter(belongs)) && families.count == Set(families).count)
        for (place, id) in families.enumerated() {
            guard let parent = parents[id], let above = families.firstIndex(of: parent) else { continue }
            #expect(place < above)
        }
    }

    // MARK: In the table

    private static func info(_ kind: TaskKind = .call, _ parent: TaskID? = nil) -> TaskInfo {
        TaskInfo(kind: kind, parent: parent, title: "t")
    }

    @Test func eachMemberIsCountedOnceByItsEnd() throws {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)
        let group = table.openRow(Self.info(.group), at: .zero)
        table.setMembers(group, MemberCounts(total: 2), at: .zero)
        let members = (0..<2).map { _ in table.openRow(Self.info(.call, group), at: .zero) }
        table.begin(group, at: .seconds(1))
        table.begin(group, at: .seconds(2))
        _ = table.drainEvents()
        #expect(table.liveCount == 3 + 3 + 2, "a row, work and, for a member, whom it belongs to")
        #expect(table.endTask(members[0], .succeeded, at: .seconds(3)) == true)
        #expect(table.endTask(members[0], .failed, at: .seconds(3)) == false)
        #expect(table.endTask(members[1], .failed, at: .seconds(4)) == true)
        #expect(
            table.drainEvents().map { "\($0.row.id) \($0.kind) \($0.row.members.map { "\($0.ended)/\($0.failed)" } ?? "-")" } == [
                "2 ended -", "1 member 1/0", "3 ended -", "1 member 2/1",
            ])
        #expect(table.endTask(group, .failed, at: .seconds(5)) == true)
        let row = try #require(table.snapshot(at: .zero).ended.last)
        #expect(row.id == group && row.startedAt == .seconds(1))
        #expect(row.members == MemberCounts(total: 2).adding(ended: 2, failed: 1))
        _ = table.drainEvents()
        for id in [group] + members { #expect(table.workReturned(id) == []) }
        #expect(table.liveCount == 0)
    }

    @Test func whatIsExpectedIsAddedAndToldOnlyIfItChangesAnything() {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)
        let group = table.openRow(Self.info(.chain), at: .zero)
        table.addExpectedMembers(3, of: group, at: .zero)
        table.memberEnded(of: group, succeeded: true, at: .zero)
        #expect(table.drainEvents().map(\.kind) == [.queued], "what has no members has none to count")
        table.setMembers(group, MemberCounts(total: 1), at: .zero)
        table.setMembers(group, MemberCounts(total: 1), at: .zero)
        table.addExpectedMembers(0, of: group, at: .zero)
        table.addExpectedMembers(2, of: group, at: .zero)
        table.memberEnded(of: group, succeeded: false, at: .zero)
        table.addExpectedMembers(1, of: TaskID(99), at: .zero)
        let told = table.drainEvents().map(\.row.members)
        #expect(told == [MemberCounts(total: 1), MemberCounts(total: 3), MemberCounts(total: 3).adding(ended: 1, failed: 1)])
    }

    /// Walk a16.
    @Test func aCancelledMemberIsCountedAsSuch() {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)
        let group = table.openRow(Self.info(.group), at: .zero)
        table.setMembers(group, MemberCounts(total: 2), at: .zero)
        table.memberEnded(of: group, succeeded: false, cancelled: true, at: .zero)
        table.memberEnded(of: group, succeeded: false, at: .zero)
        let counts = table.drainEvents().last?.row.members
        #expect(counts?.failed == 2)
        #expect(counts?.cancelled == 1)
    }

    /// What was expected of an answer decides over its row; what ended without one stays as it is.
    @Test func aJudgedRowIsFailedOrNotByItsJudgement() {
        let row = { (state: TaskState, kind: String?) in
            var row = TaskRow(id: TaskID(1), info: Self.info(.call), state: state, openedAt: .zero)
            row.errorKind = kind
            return row
        }
        let failed = row(.succeeded, nil).judged("$.price is 12.5, not 13")
        #expect(failed.state == .failed && failed.errorKind == TaskRow.unexpected)
        #expect(failed.reason == "$.price is 12.5, not 13")
        #expect(row(.failed, "status").judged(nil).state == .succeeded)
        #expect(row(.failed, "cut").judged(nil).state == .failed)
        #expect(row(.running(.receiving), nil).judged("no").state == .running(.receiving))
    }

    @Test func aFamilyIsCancelledInOneStepWithItsReasons() {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)
        let group = table.openRow(Self.info(.group), at: .zero)
        let inner = table.openRow(Self.info(.chain, group), at: .zero)
        let step = table.openRow(Self.info(.work, inner), at: .zero)
        let other = table.openRow(Self.info(), at: .zero)
        let named = table.cancelFamilies([group, step, group], .scope, at: .zero)
        #expect(named.map(\.id) == [step, inner, group] && named.map(\.reason) == [.scope, .group, .scope])
        #expect(table.liveIDs == [other])
        let rest = table.cancelFamilies([group, other], .quit, at: .zero)
        #expect(rest.map(\.id) == [other] && rest.map(\.reason) == [.quit])
    }

    @Test func aMemberOfWhatHasEndedEndsAsItIsOpened() {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)
        let group = table.openRow(Self.info(.group), at: .zero)
        #expect(table.endTask(group, .succeeded, at: .zero) == true)
        let late = table.openRow(Self.info(.call, group), at: .zero)
        #expect(!table.isLive(late))
        #expect(table.drainEvents().map(\.kind) == [.queued, .ended, .queued, .ended])
        #expect(table.snapshot(at: .zero).ended.last?.state == .cancelled(.group))
        #expect(table.drainAbandonedWork().isEmpty == true, "it has no work yet")
        _ = table.workReturned(late)
        _ = table.workReturned(group)
        #expect(table.liveCount == 0)
    }
}
