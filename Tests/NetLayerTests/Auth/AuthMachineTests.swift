// What the machine of one account decides, step by step and at random.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct AuthMachineTests {
    private func grant(_ text: String, expiresAt: Duration? = nil) -> Grant { Grant(.bearer(Secret(text)), expiresAt: expiresAt) }

    private func machine(_ first: Grant? = nil, canRenew: Bool = true, begins: Bool = true) -> AuthMachine {
        AuthMachine(first: first, canRenew: canRenew, beginsByItself: begins)
    }

    private func refused(_ machine: inout AuthMachine, _ signed: UInt64, replay: Bool = false, at now: Duration = .zero)
        -> AuthMachine.After
    {
        machine.refused(signed: signed, isReplay: replay, endsLogin: true, now: now)
    }

    @Test(.rows("B-BA-8", "BA-11")) func oneRenewsAndAllOthersWaitOrGoAgain() {
        var machine = machine(grant("a"))
        #expect(machine.before(now: .zero, wallClock: .zero) == .sign)
        #expect(refused(&machine, 1) == .renew)
        let number = machine.begin(now: .zero)
        #expect(refused(&machine, 1) == .wait)
        #expect(machine.before(now: .zero, wallClock: .zero) == .wait)
        #expect(machine.ended(number, grant("b"), isRefused: false) == .renewed)
        #expect(machine.version == 2 && machine.grant == grant("b"))
        // Signed with the older one: nothing has to be renewed for it.
        #expect(refused(&machine, 1) == .replay)
        #expect(refused(&machine, 2) == .renew)
    }

    /// What the one before had signed is not sent again as somebody else; what nobody had signed may be.
    @Test func anotherLoginSignsNothingOfTheOneBefore() {
        var machine = machine(grant("a"))
        machine.loggedOut()
        machine.loggedIn(grant("b"))
        #expect(refused(&machine, 1) == .stand && refused(&machine, 2) == .replay)
        machine.loggedIn(grant("c"))
        #expect(refused(&machine, 3) == .stand && refused(&machine, 4) == .renew)
        var fresh = self.machine()
        fresh.loggedIn(grant("a"))
        #expect(refused(&fresh, 0) == .replay)
    }

    @Test(.rows("BA-11")) func aSecondRefusalEndsTheLoginOnce() {
        var machine = machine(grant("a"))
        #expect(refused(&machine, 1, replay: true) == .loginRequired(isNews: true))
        #expect(machine.grant == nil)
        #expect(refused(&machine, 1) == .loginRequired(isNews: false))
        machine.loggedIn(grant("b"))
        #expect(refused(&machine, machine.version, replay: true) == .loginRequired(isNews: true))
        // Where another credential came meanwhile, or the endpoint is known for it, the answer stands.
        machine.loggedIn(grant("c"))
        #expect(refused(&machine, machine.version - 1, replay: true) == .stand)
        #expect(machine.refused(signed: machine.version, isReplay: true, endsLogin: false, now: .zero) == .stand)
        #expect(machine.grant == grant("c"))
    }

    @Test func aRenewalThatIsOutOfReachKeepsTheCredentialAndOneThatIsRefusedDropsIt() {
        var machine = machine(grant("a"))
        #expect(machine.ended(machine.begin(now: .zero), nil, isRefused: false) == .kept)
        #expect(machine.grant == grant("a") && machine.version == 1)
        #expect(machine.ended(machine.begin(now: .zero), nil, isRefused: true) == .loginRequired(isNews: true))
        #expect(machine.grant == nil)
        #expect(machine.before(now: .zero, wallClock: .zero) == .sign)
    }

    @Test func whatComesAfterALogoutIsLate() {
        var machine = machine(grant("a"))
        let number = machine.begin(now: .zero)
        machine.loggedOut()
        #expect(machine.ended(number, grant("b"), isRefused: false) == .late)
        #expect(machine.grant == nil && machine.renewal == nil)
        // Nobody logs in again by himself.
        #expect(machine.before(now: .zero, wallClock: .zero) == .sign)
        #expect(refused(&machine, machine.version) == .loginRequired(isNews: true))
    }

    @Test func itIsRenewedBeforeItExpires() {
        var machine = machine(grant("a", expiresAt: .seconds(100)))
        #expect(machine.before(now: .zero, wallClock: .seconds(69)) == .sign)
        #expect(machine.before(now: .zero, wallClock: .seconds(70)) == .renew(because: "it expires soon"))
        #expect(machine.before(now: .zero, wallClock: .seconds(100)) == .renew(because: "it has expired"))
        var fixed = self.machine(grant("a", expiresAt: .seconds(1)), canRenew: false)
        #expect(fixed.before(now: .zero, wallClock: .seconds(2)) == .sign)
        #expect(refused(&fixed, 1) == .stand)
    }

    @Test func fiveRenewalsIn30SecondsAreEnough() {
        var machine = machine(grant("a"))
        for second in 0..<5 {
            #expect(refused(&machine, machine.version, at: .seconds(second)) == .renew)
            let number = machine.begin(now: .seconds(second))
            #expect(machine.ended(number, grant("\(second)"), isRefused: false) == .renewed)
        }
        #expect(refused(&machine, machine.version, at: .seconds(29)) == .excessive)
        // The first is over.
        #expect(refused(&machine, machine.version, at: .seconds(30)) == .renew)
    }

    @Test func whoNeedsNobodyBeginsByItself() {
        var own = machine()
        #expect(own.before(now: .zero, wallClock: .zero) == .renew(because: "there is no credential yet"))
        var person = machine(begins: false)
        #expect(person.before(now: .zero, wallClock: .zero) == .sign)
        #expect(refused(&person, 0) == .loginRequired(isNews: true))
        #expect(refused(&person, 0) == .loginRequired(isNews: false))
    }

    /// In any order of what may happen: one renewal at a time, versions only rise, and of a lost login is told once until the next.
    @Test(arguments: 0..<50) func inAnyOrder(_ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var machine = machine(grant("0"))
        var running: UInt64?
        var version = machine.version
        var isTold = false
        for step in 0..<400 {
            let now = Duration.seconds(step)
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let replay = Bool.random(using: &random)
                let signed = UInt64.random(in: 0...machine.version, using: &random)
                let had = machine.grant != nil
                switch refused(&machine, signed, replay: replay, at: now) {
                case .renew:
                    #expect(running == nil && !replay)
                    running = machine.begin(now: now)
                case .wait: #expect(running != nil && !replay)
                case .replay: #expect(signed < machine.version && machine.grant != nil)
                case .loginRequired(let isNews):
                    #expect(machine.grant == nil)
                    #expect(isNews == !isTold)
                    isTold = true
                    if replay, running != nil, had { running = machine.renewal }
                case .excessive, .stand: break
                }
            case 2, 3:
                guard let number = running else { continue }
                running = nil
                let isGood = Bool.random(using: &random)
                switch machine.ended(number, isGood ? grant("\(step)") : nil, isRefused: Bool.random(using: &random)) {
                case .renewed: isTold = false
                case .loginRequired(let isNews):
                    #expect(isNews == !isTold)
                    isTold = true
                case .kept, .late: break
                }
            case 4:
                machine.loggedIn(grant("in \(step)"))
                isTold = false
                running = nil
            default:
                machine.loggedOut()
                isTold = false
                running = nil
            }
            #expect(machine.version >= version)
            version = machine.version
            #expect(machine.renewal == running)
        }
    }
}
