// The layers of a request's headers, cookies, and what may not stand in a header.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct RequestHeadersTests {
    private func request(_ plan: RequestPlan, service: Headers = Headers(), common: Headers = Headers()) throws(NetError)
        -> WireRequest
    {
        let service = Service(name: "s", baseURL: URI("http://api.test"), headers: service)
        return try RequestGenerator(commonHeaders: common).request(for: plan, on: service)
    }

    @Test(.rows("HH-G5")) func theLaterLayerWinsWhateverTheCase() throws {
        var plan = RequestPlan(id: "x", path: "/", headers: ["accept": "plan", "X-Plan": "1"])
        plan.parameters = [Parameter("X-PLAN", "parameter", in: .header)]
        let request = try request(
            plan, service: ["Accept": "service", "X-Service": "1"],
            common: ["ACCEPT": "common", "User-Agent": "common", "X-SERVICE": "common"])
        #expect(request.headers.allValues("Accept") == ["plan"])
        #expect(request.headers.allValues("User-Agent") == ["common"])
        #expect(request.headers.allValues("X-Service") == ["1"])
        #expect(request.headers.allValues("X-Plan") == ["parameter"])
        #expect(request.headers.fields.count == 4)
    }

    /// A page link, for example, is an absolute URL: what every request to the service carries is not for another server.
    @Test func commonCredentialsStayWithTheService() throws {
        let common: Headers = ["Authorization": "Bearer hidden", "User-Agent": "common"]
        let elsewhere = try request(RequestPlan(id: "x", path: "http://other.test/list"), common: common)
        #expect(elsewhere.headers.allValues("Authorization") == [])
        #expect(elsewhere.headers.allValues("User-Agent") == ["common"])
        let own = try request(RequestPlan(id: "x", path: "http://api.test/list"), common: common)
        #expect(own.headers.allValues("Authorization") == ["Bearer hidden"])
        let byHand = RequestPlan(id: "x", path: "http://other.test/list")
        let alone = try RequestGenerator(commonHeaders: common).request(for: byHand, on: nil)
        #expect(alone.headers.allValues("Authorization") == ["Bearer hidden"])
    }

    @Test func oneLayerMayRepeatAName() throws {
        let headers = Headers([HeaderField("X-A", "1"), HeaderField("x-a", "2")])
        #expect(
            try request(RequestPlan(id: "x", path: "/", headers: headers), service: ["X-A": "0"]).headers.allValues("X-A") == [
                "1", "2",
            ])
    }

    @Test func cookiesMakeOneSecretHeader() throws {
        var plan = RequestPlan(id: "x", path: "/")
        plan.parameters = [Parameter("a", "1", in: .cookie), Parameter("b", .secret(Secret("hidden")), in: .cookie)]
        let request = try request(plan, service: ["cookie": "old=1"])
        #expect(request.headers.allValues("Cookie") == ["a=1; b=hidden"])
        #expect(request.headers.description == "Cookie: \(Secret.mask)")
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "\r\n"])
    func aLineBreakOrNULInAValueIsRefusedWithoutShowingIt(_ value: String) throws {
        for plan in [
            RequestPlan(id: "x", path: "/", headers: Headers([HeaderField("X-A", .plain(value))])),
            RequestPlan(id: "x", path: "/", parameters: [Parameter("X-A", .plain(value), in: .header)]),
        ] {
            let error = #expect(throws: NetError.self) { try request(plan) }
            #expect(error?.kind == .badRequest)
            #expect(error?.detail == "the value of header X-A has a line break or NUL in it")
        }
        let cookie = RequestPlan(id: "x", path: "/", parameters: [Parameter("c", .plain(value), in: .cookie)])
        #expect(throws: NetError.self) { try request(cookie) }
        let body = RequestPlan(id: "x", path: "/", body: .bytes([], contentType: value))
        #expect(throws: NetError.self) { try request(body) }
        #expect(throws: NetError.self) {
            try request(RequestPlan(id: "x", path: "/"), common: Headers([HeaderField("X-A", .plain(value))]))
        }
    }

    @Test(arguments: ["", "X A", "X:A", "X\r\nA", "Ä"])
    func aNameThatIsNoTokenIsRefused(_ name: String) {
        let error = #expect(throws: NetError.self) {
            try request(RequestPlan(id: "x", path: "/", headers: Headers([HeaderField(name, "1")])))
        }
        #expect(error?.detail == "'\(name)' is not a header name")
    }

    // MARK: Headers as a value

    @Test func namesAreComparedWithoutCase() {
        var headers: Headers = ["Content-Type": "a", "X-[": "b"]
        #expect(headers["content-TYPE"] == "a")
        #expect(headers.first("CONTENT-type")?.name == "Content-Type")
        #expect(headers["x-{"] == nil, "only letters have a case")
        #expect(headers["Content-Typ"] == nil)
        headers.add(HeaderField("CONTENT-TYPE", "c"))
        #expect(headers.allValues("content-type") == ["a", "c"])
        headers.set(HeaderField("content-type", "d"))
        #expect(headers.allValues("Content-Type") == ["d"])
        headers.remove("Content-type")
        #expect(headers.fields.map(\.name) == ["X-["])
        #expect(!headers.isEmpty)
        #expect(Headers().isEmpty)
        #expect(headers.description == "X-[: b")
    }
}
