// Times as the loop counts them.

import Testing

@testable import NetLayer

@Suite struct CurlClockTests {
    @Test(arguments: [
        (Duration.seconds(3), UInt64(3_000_000_000)), (.milliseconds(1_500), 1_500_000_000), (.nanoseconds(7), 7), (.zero, 0),
        (.seconds(-1), 0), (.milliseconds(-1), 0), (.seconds(9_000_000_000), 9_000_000_000_000_000_000),
        (.seconds(9_000_000_001), 9_000_000_000_000_000_000),
    ])
    func aTimeIsCountedInNanosecondsWithinTheLoopsRange(_ time: Duration, _ nanoseconds: UInt64) {
        #expect(time.clampedNanoseconds == nanoseconds)
    }
}
