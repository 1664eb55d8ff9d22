// Keys that come at once: nobody has read a question between two of them.

import Testing

@testable import Screen

@Suite struct BurstTests {
    @Test func aQuestionTakesNoYesOfABurst() throws {
        var driver = try Driver()
        driver.keys("s s s")
        for _ in 1...3 { driver.start() }
        _ = driver.takeEffects()
        driver.update(.burst(true))
        driver.keys("X y y")
        driver.update(.burst(false))
        #expect(driver.takeEffects() == [] && driver.text.contains("Sure?"))
        driver.keys("y")
        #expect(driver.takeEffects() == [.engine(.cancelAll)] && !driver.text.contains("Sure?"))
    }

    /// No is safe.
    @Test func aBurstMayLeaveAQuestion() throws {
        var driver = try Driver()
        driver.keys("s s")
        for _ in 1...2 { driver.start() }
        driver.update(.burst(true))
        driver.keys("X n")
        driver.update(.burst(false))
        #expect(!driver.text.contains("Sure?"))
    }
}
