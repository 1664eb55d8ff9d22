// What the live failover demands: of made-up samples, because the real ones take ten minutes.

import NetLayer
import Testing

@testable import Bench

@Suite struct LiveTableTests {
    /// Ten seconds of calm, one fault of 60 s from 10 s on, and 30 s to come back.
    private static func phase(isHopeless: Bool = false, shareOfNginx: Double? = nil) -> LivePhase {
        LivePhase(
            name: "fault", from: .seconds(10), until: .seconds(70), recoveredBy: .seconds(100), isHopeless: isHopeless,
            shareOfNginx: shareOfNginx, begin: { _ in }, end: { _ in })
    }

    /// A request a second: `away` answers in the fault and until `back`, then the first service does. Nobody answers in `silence`.
    private static func lane(
        away: Int = 1, back: Double = 75, silence: Range<Double>? = nil, milliseconds: Double = 10,
        copiesInTen: Int = 0
    ) -> [LiveLane.Sample] {
        (10..<100).map { second in
            let time = Double(second)
            let isSilent = silence?.contains(time) ?? false
            return LiveLane.Sample(
                sentAt: .seconds(second), latency: .milliseconds(milliseconds),
                service: isSilent ? nil : LiveServices.name(time < back ? away : 0),
                copies: second % 10 < copiesInTen ? 1 : 0)
        }
    }

    private static func missed(
        _ ours: [LiveLane.Sample], _ theirs: [LiveLane.Sample] = lane(), isHopeless: Bool = false, shareOfNginx: Double? = nil
    ) -> [String] {
        let table = LiveTable(
            [phase(isHopeless: isHopeless, shareOfNginx: shareOfNginx)],
            [("NetLayer", ours), ("nginx", theirs), ("haproxy", lane(silence: 10..<100))])
        return table.bars.filter(\.isMissed).map(\.about)
    }

    @Test func whoDoesAsWellAsTheBetterOfTheOthersMissesNothing() {
        #expect(Self.missed(Self.lane()) == [])
        #expect(Self.missed(Self.lane(milliseconds: 16.9), Self.lane(milliseconds: 10)) == [])
        let cut = Self.lane(silence: 10..<74)
        #expect(Self.missed(cut, cut, isHopeless: true) == [])
    }

    @Test func whatIsLostOrSlowIsMissed() {
        #expect(Self.missed(Self.lane(silence: 40..<41)) == ["fault: lost"])
        #expect(Self.missed(Self.lane(milliseconds: 17.1)) == ["fault: p99", "fault: worst"])
    }

    @Test func copiesAreCounted() {
        #expect(Self.missed(Self.lane(copiesInTen: 1)) == [])
        #expect(Self.missed(Self.lane(copiesInTen: 2)) == ["fault: extra requests"])
    }

    @Test func aFreezeMustCostASmallPartOfWhatItCostsNginx() {
        let nginx = Self.lane(milliseconds: 100)
        #expect(Self.missed(Self.lane(milliseconds: 30), nginx, shareOfNginx: 0.3) == [])
        #expect(Self.missed(Self.lane(milliseconds: 31), nginx, shareOfNginx: 0.3) == ["fault: p99, part of nginx's"])
    }

    @Test func whereNobodyElseAnswersNothingIsShown() {
        #expect(Self.missed(Self.lane(), Self.lane(silence: 0..<200)) == ["fault: nobody to compare with"])
    }

    @Test func whoeverStaysAwayIsMissed() {
        #expect(Self.missed(Self.lane(back: 1_000)) == ["fault: back on api-1"])
        #expect(Self.missed(Self.lane(back: 99)) == [])
    }

    @Test func whenAllWereGoneItMustAnswerAgainInTime() {
        let theirs = Self.lane(silence: 10..<74)
        // They answer after 4 s: 4 × 1.2 + 5.
        #expect(Self.missed(Self.lane(silence: 10..<79), theirs, isHopeless: true) == [])
        #expect(Self.missed(Self.lane(back: 85, silence: 10..<80), theirs, isHopeless: true) == ["fault: answers again"])
        #expect(
            Self.missed(Self.lane(silence: 10..<100), theirs, isHopeless: true) == [
                "fault: answers again", "fault: back on api-1",
            ])
        // Nobody else comes back: then the time that everybody has counts.
        #expect(Self.missed(Self.lane(silence: 10..<99), Self.lane(silence: 10..<100), isHopeless: true) == [])
    }

    @Test func theTableSaysIt() {
        let table = LiveTable([Self.phase()], [("NetLayer", Self.lane(back: 1_000)), ("nginx", Self.lane())])
        let lines = table.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 3 + table.bars.count)
        #expect(lines[1].hasPrefix("fault         NetLayer") && lines[1].hasSuffix("-"))
        #expect(lines[2].hasSuffix(" 5.0"))
        #expect(lines.last == "FAIL fault: back on api-1 never s, at most 30.0 s")
    }
}
