// Reduced motion: times change once a second, in whole seconds, and nothing else moves by time alone.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct MotionTests {
    /// A screen on which a request runs; the message of `:set` is gone.
    private func driver(_ motion: String, _ keys: String = "") throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'set motion \(motion)' enter")
        driver.wait(.seconds(10))
        driver.keys("s")
        driver.start(.waiting)
        driver.keys(keys)
        driver.wait(.milliseconds(50))
        return driver
    }

    /// How many of ten steps of a tenth of a second change the screen.
    private func changes(_ driver: inout Driver) -> Int {
        var last = driver.text
        return (1...10).count { _ in
            driver.wait(.milliseconds(100))
            defer { last = driver.text }
            return driver.text != last
        }
    }

    /// The table, the waiting result, its title and the trace show times of the running task.
    @Test(arguments: ["", "4 f", "3 f", "4 t"]) func timesChangeOnceASecond(_ keys: String) throws {
        var reduced = try driver("reduced", keys)
        #expect(changes(&reduced) == 1)
        var full = try driver("full", keys)
        #expect(changes(&full) == 10)
    }

    @Test func theProgramWakesOnceASecond() throws {
        let driver = try driver("reduced")
        #expect(driver.model.nextDeadline == driver.now + .seconds(1))
        #expect(try self.driver("full").model.nextDeadline == driver.now + .milliseconds(100))
    }

    @Test func barsAppearWhenTheirTaskHasEnded() throws {
        let bars = "▁▂▃▄▅▆▇█"
        for (motion, isShown) in [("reduced", false), ("full", true)] {
            var driver = try driver(motion, "4 f : 'columns number phases request' enter")
            #expect(driver.text.contains { bars.contains($0) } == isShown, "\(motion)")
            driver.answer(TaskID(1), .json(Scene.item))
            #expect(driver.text.contains { bars.contains($0) }, "\(motion): it has ended")
        }
    }

    @Test func anEndedTaskKeepsItsExactTime() throws {
        var driver = try driver("reduced", "4 f")
        driver.answer(TaskID(1), .json(Scene.item))
        #expect(driver.text.contains(" 50ms"))
    }

    @Test func countdownsAreWholeSeconds() throws {
        for (motion, text) in [("full", "down, next try in 4.9s"), ("reduced", "down, next try in 5s")] {
            let pool = Services.pool(FailoverOptions())
            var driver = try Driver(services: pool, width: 120, height: 40)
            var services = Services(pool)
            driver.show(&services)
            driver.keys(": 'set motion \(motion)' enter")
            driver.wait(.seconds(10))
            driver.outcomes(5, .failed(.timedOut), of: &services)
            driver.keys("b")
            #expect(driver.text.contains(text), "\(driver.text)")
        }
    }

    @Test func timesThatEndAreRoundedUp() {
        #expect(Motion.reduced.remaining(.milliseconds(3_200)) == "4s" && Motion.reduced.remaining(.seconds(3)) == "3s")
        #expect(Motion.reduced.remaining(.milliseconds(-5)) == "0s" && Motion.reduced.remaining(.zero) == "0s")
        #expect(Motion.reduced.elapsed(.milliseconds(3_900)) == "3s" && Motion.reduced.elapsed(.milliseconds(-5)) == "0s")
        #expect(Motion.full.elapsed(.milliseconds(3_900)) == "3.9s" && Motion.full.remaining(.milliseconds(-5)) == "0.0ms")
    }

    @Test func theSessionKeepsTheChoice() throws {
        var model = Model(size: Size(width: 80, height: 24), source: "x", memory: SessionMemory())
        Setting.motion.change(to: "reduced", &model)
        #expect(model.session.settings == [.motion: "reduced"])
        let again = Model(size: Size(width: 80, height: 24), source: "x", memory: SessionMemory(model.session))
        #expect(again.view.motion == .reduced)
    }
}
