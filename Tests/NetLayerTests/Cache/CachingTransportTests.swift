// A transport behind a cache: what its caller hears, and what goes over the wire.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct CachingTransportTests {
    @Test(.rows("B-CT-3")) func whatIsStoredIsFoundAgainUnderAnotherSpelling() {
        let stage = CacheStage([.text("one", "max-age=60")])
        #expect(stage.send(CacheStage.request(url: "http://a.test/x?b=2&a=1")).uses.isEmpty)
        let again = stage.send(CacheStage.request(url: "http://A.test/x?a=1&b=2"))
        #expect(again.text == "one" && again.uses == [.fresh(age: .zero)] && again.head?.headers["Age"] == "0")
        #expect(stage.origin.requests.count == 1)
    }

    @Test(.rows("B-HH-K5")) func aLifetimeHasFractionsOfASecond() throws {
        let entry = try #require(
            CacheEntry(
                head: ResponseHead(status: 200), request: [:], requestTime: .zero, responseTime: .zero,
                lifetime: .milliseconds(500)))
        #expect(entry.isFresh(at: .milliseconds(499)) && !entry.isFresh(at: .milliseconds(500)))
    }

    @Test func aClockThatWasTurnedBackMakesAnAnswerStale() {
        let stage = CacheStage([.text("one", "max-age=60"), .text("two", "max-age=60")])
        stage.send()
        stage.pass(.seconds(-1))
        #expect(stage.send().text == "two")
    }

    @Test func noAccountIsShownAnothersAnswer() {
        let stage = CacheStage([.text("hers", "max-age=60"), .text("his", "max-age=60")])
        let (hers, his) = (CacheStage.request(["Authorization": "Bearer a"]), CacheStage.request(["Authorization": "Bearer b"]))
        #expect(stage.send(hers).text == "hers" && stage.send(his).text == "his" && stage.send(hers).text == "hers")
        #expect(stage.origin.requests.count == 2)
    }

    @Test func aConfirmationBringsTheStoredBodyAndItsOwnFields() {
        let stage = CacheStage([
            .text("one", "max-age=1", ["ETag": "\"a\"", "X": "1"]),
            .answer(304, headers: ["ETag": "\"a\"", "X": "2", "Cache-Control": "max-age=60"]),
        ])
        stage.send()
        stage.pass(.seconds(2))
        let second = stage.send()
        #expect(
            second.text == "one" && second.head?.status == 200 && second.head?.headers["X"] == "2" && second.uses == [.confirmed])
        #expect(stage.origin.requests[1].headers["If-None-Match"] == "\"a\"")
        stage.pass(.seconds(50))
        #expect(stage.send().uses == [.fresh(age: .seconds(50))])
        #expect(stage.store.usage.entries == 1)
    }

    @Test func aConfirmationOfWhatIsNotStoredIsAskedAgain() {
        let stage = CacheStage([
            .text("one", "max-age=1", ["ETag": "\"a\""]), .answer(304, headers: ["ETag": "\"b\""]), .text("two", "max-age=60"),
        ])
        stage.send()
        stage.pass(.seconds(2))
        let answer = stage.send()
        #expect(answer.text == "two" && answer.end?.failure == nil && answer.uses.isEmpty)
        #expect(stage.origin.requests[2].headers["If-None-Match"] == nil)
        #expect(stage.send().text == "two")
    }

    @Test func theServerMaySayThatAnotherVariantIsTheAnswer() {
        let stage = CacheStage([
            .text("one", "max-age=60", ["ETag": "\"a\"", "Vary": "L"]),
            .text("two", "max-age=60", ["ETag": "\"b\"", "Vary": "L"]),
            .answer(304, headers: ["ETag": "\"a\"", "Vary": "L", "Cache-Control": "max-age=60"]),
        ])
        for language in ["1", "2"] { stage.send(CacheStage.request(["L": language])) }
        #expect(stage.send(CacheStage.request(["L": "3"])).text == "one")
        #expect(stage.origin.requests[2].headers["If-None-Match"] == "\"b\", \"a\"")
        #expect(["1", "2", "3"].map { stage.send(CacheStage.request(["L": $0])).text } == ["one", "two", "one"])
        #expect(stage.origin.requests.count == 3)
    }

    // MARK: stale answers

    @Test func aStaleAnswerIsShownWhileOneQuestionRuns() throws {
        let stage = CacheStage([.text("one", "max-age=1, stale-while-revalidate=10", ["ETag": "\"a\""])])
        stage.send()
        stage.pass(.seconds(5))
        for _ in 0..<3 {
            let answer = stage.send()
            #expect(answer.text == "one" && answer.uses == [.stale(age: .seconds(5), because: .revalidating)])
        }
        #expect(stage.origin.requests.count == 2, "one question for all")
        try #require(stage.origin.inFlight.first).play(.text("two", "max-age=60"))
        #expect(stage.send().text == "two")
        stage.pass(.seconds(70))
        #expect(stage.send().end == nil, "behind the window it waits for the server")
        try #require(stage.origin.inFlight.first).play(.text("three", "max-age=60"))
    }

    @Test func aStaleAnswerStandsInForAnErrorWhereItMay() {
        let failures: [[ScriptedTransport.Step]] = [
            .answer(503), [.fail(TransferFailure(.connect, "refused"))], [.fail(TransferFailure(.timedOut(.idle)))],
        ]
        for (index, failure) in failures.enumerated() {
            let stage = CacheStage([.text("one", "max-age=1, stale-if-error=10"), failure, failure])
            stage.send()
            stage.pass(.seconds(5))
            let answer = stage.send()
            #expect(answer.text == "one" && answer.end?.failure == nil)
            let reason: CacheUse.StaleReason =
                index == 0
                ? .status(503) : .failure(index == 1 ? TransferFailure(.connect, "refused") : TransferFailure(.timedOut(.idle)))
            #expect(answer.uses == [.stale(age: .seconds(5), because: reason)])
            stage.pass(.seconds(10))
            let late = stage.send()
            #expect(late.uses.isEmpty && late.text == "" && (late.end?.failure != nil || late.head?.status == 503))
        }
    }

    @Test(arguments: ["max-age=1", "max-age=1, stale-if-error=10, must-revalidate", "no-cache, stale-if-error=10"])
    func noStaleAnswerStandsInWhereNobodyOrSomebodyForbidsIt(control: String) {
        let stage = CacheStage([.text("one", control), [.fail(TransferFailure(.connect))]])
        stage.send()
        stage.pass(.seconds(5))
        let answer = stage.send()
        #expect(answer.head == nil && answer.end?.failure?.kind == .connect)
    }

    @Test func aBrokenCertificateAndACancelAreNeverHidden() throws {
        let stage = CacheStage([.text("one", "max-age=1, stale-if-error=10"), [.fail(TransferFailure(.tls))]])
        stage.send()
        stage.pass(.seconds(5))
        #expect(stage.send().end?.failure?.kind == .tls)
        let taker = AnswerTaker()
        let transfer = stage.transport.start(CacheStage.request(), observer: taker)
        #expect(taker.answer.end == nil)
        transfer.cancel()
        #expect(taker.answer.end?.failure?.kind == .cancelled(.user) && taker.answer.head == nil)
    }

    // MARK: what is kept

    @Test func whatWasCutOffIsNotKept() throws {
        let stage = CacheStage([
            [
                .head(ResponseHead(status: 200, headers: ["Cache-Control": "max-age=60"])), .body([1, 2]),
                .fail(TransferFailure(.cut)),
            ]
        ])
        #expect(stage.send().end?.failure?.kind == .cut)
        #expect(stage.store.usage.entries == 0)
    }

    @Test func aLongBodyGoesByAndIsNotKept() {
        var rules = CacheRules()
        rules.longestBody = 3
        let stage = CacheStage([.text("four", "max-age=60"), .text("one", "max-age=60")], rules: rules)
        #expect(stage.send().text == "four" && stage.store.usage.entries == 0)
        #expect(stage.send().text == "one" && stage.store.usage.entries == 1)
    }

    @Test func aWholePartIsKeptAndServesParts() {
        let stage = CacheStage([
            .text("0123456789", "max-age=60", ["Content-Range": "bytes 0-9/10", "ETag": "\"a\""], status: 206),
            .text("56", "max-age=60", ["Content-Range": "bytes 5-6/10"], status: 206),
        ])
        stage.send(CacheStage.request(["Range": "bytes=0-"]))
        let whole = stage.send()
        #expect(whole.text == "0123456789" && whole.head?.status == 200 && whole.head?.headers["Content-Range"] == nil)
        func part(_ range: String, _ condition: String? = nil) -> AnswerTaker.Answer {
            var request = CacheStage.request(["Range": range])
            if let condition { request.headers.add(HeaderField("If-Range", condition)) }
            return stage.send(request)
        }
        let middle = part("bytes=2-3")
        #expect(middle.text == "23" && middle.head?.status == 206 && middle.head?.headers["Content-Range"] == "bytes 2-3/10")
        #expect(part("bytes=-2").text == "89" && part("bytes=7-99").text == "789")
        #expect(part("bytes=2-3", "\"a\"").text == "23" && part("bytes=2-3", "\"b\"").text == "0123456789")
        #expect(part("bytes=1-2, 4-5").text == "56", "several parts are the server's to give")
    }

    @Test func whatChangesSomethingOutdatesWhatItNamesOfItsOwnServer() {
        let stage = CacheStage([
            .text("x", "max-age=60"), .text("y", "max-age=60"), .text("z", "max-age=60"),
            .answer(201, headers: ["Location": "/y", "Content-Location": "http://b.test/z"]), .answer(500),
        ])
        let urls = ["http://a.test/x", "http://a.test/y", "http://b.test/z"]
        for url in urls { stage.send(CacheStage.request(url: url)) }
        stage.send(CacheStage.request(method: .put, url: "http://a.test/other"))
        #expect(stage.store.usage.entries == 2, "y, and not what another server has")
        stage.send(CacheStage.request(method: .delete, url: "http://b.test/z"))
        #expect(stage.store.usage.entries == 2, "a failure changed nothing")
        let post = CacheStage([.text("x", "max-age=60"), .text("y", "max-age=60"), .answer(201, headers: ["Location": "/y"])])
        for url in urls.prefix(2) { post.send(CacheStage.request(url: url)) }
        post.send(CacheStage.request(["Authorization": "Bearer b"], method: .post, url: "http://a.test/x"))
        #expect(post.store.usage.entries == 0, "whoever it was stored for")
    }

    @Test func conditionsAndBodiesOfTheCallersOwnGoByTheCache() {
        let stage = CacheStage([
            .text("one", "max-age=60"), .answer(304), .text("found", "max-age=60"), .text("kept", "max-age=60"),
        ])
        stage.send()
        #expect(stage.send(CacheStage.request(["If-None-Match": "\"a\""])).head?.status == 304)
        var search = CacheStage.request()
        search.body = .bytes([1])
        #expect(stage.send(search).text == "found")
        #expect(stage.send(CacheStage.request(["Cache-Control": "no-store"])).text == "kept")
        #expect(stage.send().text == "one")
        #expect(stage.send(CacheStage.request(["Cache-Control": "only-if-cached"], url: "http://a.test/new")).head?.status == 504)
        #expect(stage.origin.requests.count == 4)
    }

    // MARK: the promises of a transport

    @Test func aPausedReaderGetsAllOfAStoredAnswerOnce() {
        let stage = CacheStage([.text("one", "max-age=60")])
        stage.send()
        let isReady = Mutex(false)
        let observer = CountingObserver { isReady.withLock { $0 } ? .accepted : .busy }
        let transfer = stage.transport.start(CacheStage.request(), observer: observer)
        #expect(observer.ends.isEmpty && observer.pieces == 0)
        isReady.withLock { $0 = true }
        transfer.resume()
        #expect(observer.ends.count == 1 && observer.pieces == 1 && observer.faults == 0)
    }

    @Test func aPausedReaderGetsAllOfAConfirmedAnswerOnce() {
        let stage = CacheStage([.text("one", "max-age=1", ["ETag": "\"a\""]), .answer(304)])
        stage.send()
        stage.pass(.seconds(2))
        let isReady = Mutex(false)
        let observer = CountingObserver { isReady.withLock { $0 } ? .accepted : .busy }
        let transfer = stage.transport.start(CacheStage.request(), observer: observer)
        #expect(observer.ends.isEmpty && observer.pieces == 0)
        isReady.withLock { $0 = true }
        transfer.resume()
        transfer.cancel()
        #expect(observer.ends.count == 1 && observer.ends[0].failure == nil && observer.pieces == 1 && observer.faults == 0)
    }

    @Test func aRefusalEndsTheExchangeAndKeepsNothing() {
        let stage = CacheStage([.text("one", "max-age=60")])
        let observer = CountingObserver { .refused(TransferFailure(.tooLarge(.body))) }
        _ = stage.transport.start(CacheStage.request(), observer: observer)
        #expect(observer.ends.count == 1 && observer.ends[0].failure?.kind == .tooLarge(.body) && stage.store.usage.entries == 0)
    }
}
