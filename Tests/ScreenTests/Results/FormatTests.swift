// Sizes, times, states and phases in words.

import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct FormatTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (9_951, "10 kB"), (87_012, "87 kB"),
        (999_499, "999 kB"),
        (999_501, "1.0 MB"), (1_234_567, "1.2 MB"), (5_000_000_000, "5.0 GB"), (Int64.max, "9223372 TB"),
    ])
    func sizesTakeFewCharacters(_ bytes: Int64, _ text: String) { #expect(Quantity.bytes(bytes) == text) }

    @Test(arguments: [
        (Duration.zero, "0.0ms"), (.microseconds(400), "0.4ms"), (.milliseconds(9), "9.0ms"), (.microseconds(9_949), "9.9ms"),
        (.milliseconds(41), "41ms"), (.milliseconds(999), "999ms"), (.microseconds(999_600), "1.0s"),
        (.milliseconds(2_140), "2.1s"),
        (.milliseconds(59_900), "59.9s"), (.milliseconds(59_960), "1m00s"), (.seconds(60), "1m00s"), (.seconds(185), "3m05s"),
        (.seconds(3_599), "59m59s"), (.milliseconds(3_599_700), "1h00m"), (.seconds(7_380), "2h03m"),
    ])
    func timesTakeFewCharacters(_ time: Duration, _ text: String) {
        #expect(Quantity.duration(time) == text)
        #expect(Quantity.duration(time).count <= 7)
    }

    @Test(arguments: [
        (0, "0s"), (59, "59s"), (60, "1m00s"), (3_599, "59m59s"), (7_380, "2h03m"), (86_400, "1d00h"), (352_800, "4d02h"),
        (412 * 86_400, "412d"),
    ])
    func spansAreWholeSeconds(_ seconds: Int, _ text: String) { #expect(Quantity.span(.seconds(seconds)) == text) }

    @Test func everyStateHasAGlyphAndAWordOfItsOwn() {
        let states: [TaskState] = [
            .queued, .running(.waiting), .retrying, .succeeded, .failed, .timedOut(.total), .cancelled(.user), .superseded,
        ]
        let looks = states.map(StateLook.init)
        #expect(Set(looks.map(\.word)).count == states.count)
        #expect(looks.allSatisfy { $0.glyph.count == 1 })
    }

    @Test func everyErrorHasWordsExceptAStatus() {
        let kinds: [NetError.Kind] = [
            .badRequest, .dns, .connect, .tls, .cut, .protocolViolation, .timedOut(.idle), .tooLarge(.body), .redirect,
            .redirectRefused, .decode,
            .cancelled(.quit), .unsupported,
        ]
        for kind in kinds {
            let failure = Failure(NetError(kind, detail: "what happened"))
            #expect(failure?.title.isEmpty == false && failure?.hint.isEmpty == false)
            #expect(failure?.detail == "what happened")
        }
        #expect(Failure(NetError(.status(404))) == nil)
    }

    @Test func phasesFollowOneAnotherWithoutGaps() {
        var metrics = TransferMetrics()
        metrics.resolved = .milliseconds(2)
        metrics.connected = .milliseconds(5)
        metrics.sendingBegan = .milliseconds(5)
        metrics.firstByte = .milliseconds(9)
        metrics.total = .milliseconds(12)
        let spans = PhaseSpan.spans(metrics)
        #expect(spans.map(\.name) == ["lookup", "connect", "wait", "receive"])
        #expect(spans.first?.start == .zero && spans.last?.end == metrics.total)
        for (span, next) in zip(spans, spans.dropFirst()) { #expect(span.end == next.start) }
    }

    @Test func phasesOfAReusedConnectionAndOfNoConnection() {
        var metrics = TransferMetrics()
        #expect(PhaseSpan.spans(metrics) == [])
        metrics.sendingBegan = .zero
        metrics.firstByte = .milliseconds(4)
        metrics.total = .milliseconds(4)
        #expect(PhaseSpan.spans(metrics).map(\.name) == ["wait", "receive"])
        metrics = TransferMetrics()
        metrics.resolved = .milliseconds(3)
        metrics.total = .milliseconds(10)
        #expect(PhaseSpan.spans(metrics).map(\.name) == ["lookup", "receive"])
    }

    @Test func answersWithoutAReasonPhraseGetTheirs() throws {
        var driver = try Driver()
        driver.exchange(.empty(429))
        #expect(driver.text.contains("429 Too Many Requests"))
        driver.exchange(.empty(299))
        #expect(driver.text.contains("3 Result · GET /items · 299 ·"))
    }
}
