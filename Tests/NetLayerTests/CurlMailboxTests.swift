// The way to the I/O thread: what is posted is read in order, a sleeper is woken, and what comes after the end is refused.

import Glibc
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CurlMailboxTests {
    private let mailbox = CurlMailbox()

    /// The numbers of the cancels among what was read.
    private static func ids(_ commands: [CurlMailbox.Command]) -> [UInt64] {
        commands.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
    }

    private func taken() -> [UInt64] {
        var batch: [CurlMailbox.Command] = [.stop]
        mailbox.drain(into: &batch)
        return Self.ids(batch)
    }

    /// How often somebody has rung since the last question.
    private func rings(_ wakeup: CurlWakeup) -> UInt64 {
        var count: UInt64 = 0
        return read(wakeup.descriptor, &count, 8) == 8 ? count : 0
    }

    @Test func commandsAreReadOnceAndInOrder() {
        for id in 0..<5 as Range<UInt64> { #expect(mailbox.post(.cancel(id))) }
        #expect(taken() == [0, 1, 2, 3, 4])
        #expect(mailbox.post(.cancel(5)))
        #expect(taken() == [5])
        #expect(taken().isEmpty)
    }

    @Test func numbersAreNeverTheSame() async {
        let mailbox = mailbox
        let numbers = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<4 { group.addTask { (0..<500).map { _ in mailbox.newID() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(numbers).count == 2_000)
    }

    @Test func theFirstPostWakesTheSleeperAndNoOther() throws {
        let wakeup = try #require(CurlWakeup())
        #expect(mailbox.post(.cancel(0)))
        #expect(rings(wakeup) == 0, "nobody sleeps")
        #expect(!mailbox.prepareToSleep(until: wakeup), "there is work")
        #expect(mailbox.post(.cancel(1)))
        #expect(rings(wakeup) == 0, "it has not lain down")
        #expect(taken() == [0, 1])
        #expect(mailbox.prepareToSleep(until: wakeup))
        for id in 2..<5 as Range<UInt64> { #expect(mailbox.post(.cancel(id))) }
        #expect(rings(wakeup) == 1)
        #expect(taken() == [2, 3, 4])
    }

    @Test func whoWokeByItselfIsNotWoken() throws {
        let wakeup = try #require(CurlWakeup())
        #expect(mailbox.prepareToSleep(until: wakeup))
        #expect(taken().isEmpty)
        #expect(mailbox.post(.stop))
        #expect(rings(wakeup) == 0)
    }

    @Test func aClosedMailboxGivesWhatNobodyReadAndRefusesTheRest() throws {
        let wakeup = try #require(CurlWakeup())
        #expect(mailbox.prepareToSleep(until: wakeup))
        #expect(mailbox.post(.cancel(1)))
        #expect(mailbox.post(.cancel(2)))
        #expect(Self.ids(mailbox.close()) == [1, 2])
        #expect(!mailbox.post(.cancel(3)))
        #expect(mailbox.close().isEmpty)
        #expect(taken().isEmpty)
        #expect(rings(wakeup) == 1)
    }

    /// The mailbox lives as long as anybody could cancel; what wakes the reader does not.
    @Test func theDescriptorGoesWithItsLoop() throws {
        for isWoken in [true, false] {
            let mailbox = CurlMailbox()
            var wakeup = CurlWakeup()
            weak let watch = wakeup
            #expect(wakeup.map { mailbox.prepareToSleep(until: $0) } == true)
            if isWoken { #expect(mailbox.post(.stop)) }
            #expect(mailbox.close().count == (isWoken ? 1 : 0))
            wakeup = nil
            #expect(watch == nil)
            #expect(!mailbox.post(.cancel(1)))
        }
    }

    private struct Fates: Sendable {
        var read: [UInt64] = []
        var refused: [UInt64] = []
    }

    private static func post(_ ids: Range<UInt64>, to mailbox: CurlMailbox) -> Fates {
        Fates(refused: ids.filter { !mailbox.post(.cancel($0)) })
    }

    /// Each command is read, or handed back at the end, or refused; and all that one thread posts stays in its order.
    @Test func closingWhileManyPostLosesNothing() async throws {
        for round in 0..<100 {
            let mailbox = CurlMailbox()
            let wakeup = try #require(CurlWakeup())
            let fates = await withTaskGroup(of: Fates.self) { group in
                for thread in 0..<3 as Range<UInt64> {
                    group.addTask { Self.post(thread * 1_000..<thread * 1_000 + 50, to: mailbox) }
                }
                group.addTask {
                    var (all, batch): ([CurlMailbox.Command], [CurlMailbox.Command]) = ([], [])
                    for _ in 0..<round {
                        mailbox.drain(into: &batch)
                        all += batch
                        _ = mailbox.prepareToSleep(until: wakeup)
                    }
                    return Fates(read: Self.ids(all + mailbox.close()))
                }
                return await group.reduce(into: Fates()) { all, one in
                    all.read += one.read
                    all.refused += one.refused
                }
            }
            #expect(Set(fates.read + fates.refused).count == 150 && fates.read.count + fates.refused.count == 150)
            for thread in 0..<3 as Range<UInt64> {
                let own = fates.read.filter { $0 / 1_000 == thread }
                #expect(own == Array(thread * 1_000..<thread * 1_000 + UInt64(own.count)))
            }
        }
    }
}
