// libcurl's codes in the closed taxonomy, and texts without secrets.

import Testing

@testable import NetLayer

@Suite struct CurlErrorsTests {
    @Test func redactionHidesUserinfoWhereverItStands() {
        #expect(CurlErrors.redacted("Unsupported proxy 'http://u:hunter2@h:1'", []) == "Unsupported proxy \(Secret.mask)@h:1'")
        #expect(CurlErrors.redacted("via x:hunter2 now", ["x:hunter2"]) == "via \(Secret.mask) now")
        #expect(CurlErrors.redacted("Could not resolve host: example.com", []) == "Could not resolve host: example.com")
    }

    @Test func anElapsedLimitIsTheConnectOneOnlyBeforeTheRequestWentOut() {
        let request = WireRequest(url: URI("http://a/"), timeouts: Timeouts(connect: .seconds(1), total: .seconds(5)))
        let clock = CurlClock()
        defer { clock.settle() }
        let exchange = CurlExchange(CurlOrder(id: 1, request: request, observer: CurlRecorder()), clock: clock)
        exchange.enter(.connecting)
        #expect(exchange.expiredLimit(after: .seconds(1)) == .connect)
        #expect(exchange.expiredLimit(after: .seconds(5)) == .total)
        exchange.enter(.sending)
        #expect(exchange.expiredLimit(after: .seconds(1)) == .total)
    }
}
