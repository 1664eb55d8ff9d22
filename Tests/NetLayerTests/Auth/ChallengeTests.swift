// Authentication that libcurl answers for itself: the challenge is no answer, unless nothing more comes.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ChallengeTests {
    private static let digest = [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#)]

    private func exchange(_ url: String, _ authentication: HTTPAuthentication) async -> CurlRecorder.Record {
        var request = WireRequest(url: URI(url))
        request.connection.authentication = authentication
        return await CurlTransport().exchange(request)
    }

    @Test func onlyTheAnswerAfterTheChallengeIsOne() async throws {
        let server = try FaultServer { request in
            request.head.contains("Authorization: Digest")
                ? .answer(body: "welcome") : .answer(401, headers: Self.digest, body: "who are you")
        }
        defer { server.stop() }
        let seen = await exchange(server.url(), .digest(user: "u", password: Secret("p")))
        #expect(seen.kind == nil && seen.heads.map(\.status) == [200] && seen.text == "welcome")
        #expect(server.counts.requests.count == 2)
    }

    @Test(arguments: ["", "who are you"]) func aChallengeThatNothingAnswersIsTheAnswer(_ body: String) async throws {
        let server = try FaultServer { _ in .answer(401, headers: Self.digest, body: body) }
        defer { server.stop() }
        let seen = await exchange(server.url(), .digest(user: "u", password: Secret("wrong")))
        #expect(seen.kind == nil && seen.heads.map(\.status) == [401] && seen.text == body && seen.late == 0)
        // One that nobody understands, too.
        let basic = try FaultServer { _ in .answer(401, headers: [("WWW-Authenticate", "Basic realm=r")], body: body) }
        defer { basic.stop() }
        let other = await exchange(basic.url(), .digest(user: "u", password: Secret("p")))
        #expect(other.heads.map(\.status) == [401] && other.text == body && basic.counts.requests.count == 1)
    }

    @Test func ntlmBeginsWithItsFirstMessage() async throws {
        let server = try FaultServer { _ in .answer(401, headers: [("WWW-Authenticate", "NTLM")], body: "no") }
        defer { server.stop() }
        let seen = await exchange(server.url(), .ntlm(user: #"DOMAIN\u"#, password: Secret("p")))
        if CurlVersion.current.ntlm {
            #expect(server.counts.requests.first?.head.contains("Authorization: NTLM TlRMTVNTUAAB") == true)
            #expect(seen.heads.map(\.status) == [401] && seen.text == "no")
        } else {
            #expect(seen.kind == .unsupported)
        }
    }

    /// Without a ticket of Kerberos nothing can be proved: the server's 401 stands.
    @Test func negotiateWithoutATicketIsA401OrUnsupported() async throws {
        let server = try FaultServer { _ in .answer(401, headers: [("WWW-Authenticate", "Negotiate")], body: "no") }
        defer { server.stop() }
        let seen = await exchange(server.url(), .negotiate)
        #expect(
            CurlVersion.current.negotiate
                ? seen.heads.map(\.status) == [401] || seen.kind == .transport : seen.kind == .unsupported)
    }
}
