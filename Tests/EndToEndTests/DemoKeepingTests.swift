// The demo's answers that may be kept, its cookies, and its little authorization server, as curl sees them.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct DemoKeepingTests {
    @Test func answersSayHowLongTheyMayBeKept() async throws {
        let service = try await DemoService()
        let fresh = try await service.curl("/caching/fresh?seconds=7")
        #expect(fresh.headers["cache-control"] == "max-age=7" && fresh.object["asked"] as? Int == 1)
        #expect(try await service.curl("/caching/fresh").object["asked"] as? Int == 2)
        #expect(try await service.curl("/caching/fresh?seconds=9999").status == 400)
        let tag = try #require(try await service.curl("/caching/confirmed").headers["etag"])
        let again = try await service.curl("/caching/confirmed", "-H", "If-None-Match: \(tag)")
        // The tag may have changed just now.
        #expect(again.status == 304 ? again.body.isEmpty : again.headers["etag"] != tag)
        #expect(try await service.curl("/caching/stale").headers["cache-control"]?.contains("stale-if-error=600") == true)
        let german = try await service.curl("/caching/language", "-H", "Accept-Language: de-AT,de;q=0.9")
        #expect(german.object["greeting"] as? String == "Guten Tag" && german.headers["vary"] == "Accept-Language")
        #expect(try await service.curl("/caching/language").object["greeting"] as? String == "Hello")
        #expect(try await service.curl("/caching/never").headers["cache-control"] == "no-store")
    }

    @Test func cookiesAreSetShownAndTakenAway() async throws {
        let service = try await DemoService()
        let set = try await service.curl("/cookies/set?name=a&value=b&seconds=60")
        #expect(set.headers["set-cookie"] == "a=b; Path=/; HttpOnly; SameSite=Lax; Max-Age=60")
        #expect(try await service.curl("/cookies/set").headers["set-cookie"] == "visit=1; Path=/; HttpOnly; SameSite=Lax")
        #expect(try await service.curl("/cookies/set?value=%0d%0aX-Evil:1").status == 400)
        let shown = try await service.curl("/cookies", "-H", "Cookie: a=b; c=d=e")
        #expect(shown.object["cookies"] as? [String: String] == ["a": "b", "c": "d=e"])
        #expect(try await service.curl("/cookies/a", "-X", "DELETE").headers["set-cookie"] == "a=; Path=/; Max-Age=0")
    }

    @Test func tokensAreHadInFourWays() async throws {
        let service = try await DemoService()
        func token(_ fields: String...) async throws -> DemoService.Reply {
            try await service.curl("/oauth/token", "-d", fields.joined(separator: "&"))
        }
        let own = try await token("grant_type=client_credentials", "client_id=demo", "client_secret=secret", "scope=read")
        let access = try #require(own.object["access_token"] as? String)
        #expect(
            own.object["expires_in"] as? Int == 60 && own.object["refresh_token"] == nil
                && own.object["scope"] as? String == "read")
        #expect(try await service.curl("/logins/oauth", "-H", "Authorization: Bearer \(access)").status == 200)
        #expect(try await service.curl("/logins/oauth", "-H", "Authorization: Bearer access-1").status == 401)
        let refused = try await token("grant_type=client_credentials", "client_id=demo", "client_secret=x")
        #expect(refused.status == 401 && refused.object["error"] as? String == "invalid_client")

        // RFC 7636, appendix B.
        let (verifier, challenge) = ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let query =
            "client_id=x&redirect_uri=http://127.0.0.1:1/cb&state=s1&code_challenge=\(challenge)&code_challenge_method=S256"
        let agreed = try await service.curl("/oauth/authorize?response_type=code&\(query)")
        let place = try #require(agreed.headers["location"])
        #expect(agreed.status == 302 && place.hasPrefix("http://127.0.0.1:1/cb?code=") && place.hasSuffix("&state=s1"))
        let code = try #require(place.split(separator: "=")[1].split(separator: "&").first)
        let first = try await token("grant_type=authorization_code", "code=\(code)", "code_verifier=\(verifier)")
        let refresh = try #require(first.object["refresh_token"] as? String)
        #expect(
            try await token("grant_type=authorization_code", "code=\(code)", "code_verifier=x").object["error"] as? String
                == "invalid_grant")
        #expect(try await token("grant_type=refresh_token", "refresh_token=\(refresh)").status == 200)
        #expect(try await service.curl("/oauth/authorize?redirect_uri=https://evil.example/").status == 400)

        let device = try await service.curl("/oauth/device", "-d", "client_id=x")
        let number = try #require(device.object["device_code"] as? String)
        let grant = "grant_type=urn:ietf:params:oauth:grant-type:device_code"
        #expect(try await token(grant, "device_code=\(number)").object["error"] as? String == "authorization_pending")
        #expect(try await token(grant, "device_code=device-1").object["error"] as? String == "expired_token")
        #expect(try await token("grant_type=password").object["error"] as? String == "unsupported_grant_type")
    }
}
