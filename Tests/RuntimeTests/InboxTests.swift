// The mailbox: everything once, in order, in as few wake-ups as can be.

import Canvas
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct InboxTests {
    private func texts(_ events: [Event]) -> [String] {
        events.compactMap { if case .report(.warned(let text)) = $0 { text } else { nil } }
    }

    @Test func everythingThatWaitsComesInOneBatchInOrder() async {
        let inbox = Inbox()
        for number in 1...100 { inbox.post(.report(.warned("\(number)"))) }
        #expect(texts(await inbox.batch()) == (1...100).map(String.init))
        #expect(inbox.drain().isEmpty)
    }

    @Test func waitingLoopIsWokenByAnEvent() async {
        let inbox = Inbox()
        async let batch = inbox.batch()
        inbox.post([])
        inbox.post(.report(.warned("late")))
        #expect(texts(await batch) == ["late"])
    }

    @Test func nothingIsLostOrDoubledAmongManyPosters() async {
        let inbox = Inbox()
        let (posters, each) = (8, 2_000)
        var received: [String] = []
        var batches = 0
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<posters {
                group.addTask { for number in 0..<each { inbox.post(.report(.warned("\(poster) \(number)"))) } }
            }
            while received.count < posters * each {
                received += texts(await inbox.batch())
                batches += 1
            }
        }
        #expect(Set(received).count == posters * each)
        for poster in 0..<posters {
            let own = received.filter { $0.hasPrefix("\(poster) ") }
            #expect(own == (0..<each).map { "\(poster) \($0)" })
        }
        #expect(batches <= posters * each)
    }

    @Test func pauseLastsItsTimeWhenOnlyTheNetworkReports() async {
        let inbox = Inbox()
        let start = ContinuousClock.now
        async let pause: Void = inbox.pause(.milliseconds(150))
        inbox.post(.tick(.zero))
        inbox.post(.report(.warned("a")))
        await pause
        #expect(ContinuousClock.now - start >= .milliseconds(150))
        #expect(inbox.drain().count == 2)
    }

    @Test(arguments: [
        Event.user(.key(.enter)), .user(.pasted("x")), .user(.resized(Size(width: 1, height: 1))), .user(.terminated),
    ])
    func aPersonEndsThePause(_ event: Event) async {
        let inbox = Inbox()
        let start = ContinuousClock.now
        let pause = Task { await inbox.pause(.seconds(50)) }
        // What comes before the pause has begun is taken out again, so that only an event during it can end it.
        let person = Task {
            while !Task.isCancelled {
                inbox.post(event)
                _ = inbox.drain()
                await Task.yield()
            }
        }
        await pause.value
        person.cancel()
        #expect(ContinuousClock.now - start < .seconds(25))
    }

    @Test func aKeyThatIsThereAlreadyAllowsNoPause() async {
        let inbox = Inbox()
        inbox.post(.user(.key(.enter)))
        let start = ContinuousClock.now
        await inbox.pause(.seconds(50))
        #expect(ContinuousClock.now - start < .seconds(25))
    }
}
