// `business:` of a workspace: what it takes, and what is said of what it does not.

import NetLayer
import Testing

@testable import Workspace

@Suite struct BusinessReaderTests {
    private func api(_ rest: String) throws -> WorkspaceAPI {
        let text = "apis:\n  shop:\n    environments: { test: http://127.0.0.1:1 }\n" + rest
        return try #require(WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml").apis.first)
    }

    @Test func theCodesAndThePlacesAreRead() throws {
        let api = try api("    business: { code: /errcode, success: [0, 200], message: /msg, data: /data/items }\n")
        #expect(api.business == BusinessCode(code: "/errcode", success: ["0", "200"], message: "/msg"))
        #expect(api.paging.all?.list == "/data/items")
    }

    @Test func theCodesThatEndALoginBelongToIt() throws {
        let login =
            "    auth: { oauth2: { grant: device-code, token-url: https://i.example/t, device-url: https://i.example/d, client-id: c } }\n"
        let api = try api(login + "    business: { code: /errcode, success: 0, relogin: [11010, 11011] }\n")
        let rule = BusinessCode(code: "/errcode", success: ["0"], message: nil)
        #expect(api.login?.endingCodes == .init(["11010", "11011"], in: rule))
        let error = #expect(throws: WorkspaceError.self) {
            try self.api(login + "    business: { code: /errcode, success: [0, 1], relogin: 1 }\n")
        }
        #expect(error?.lines.first?.contains("the code 1 means success and ends the login") == true, "\(error?.lines ?? [])")
    }

    @Test func oneCodeNeedsNoList() throws {
        let api = try api("    business: { code: /ok, success: true }\n")
        #expect(api.business == BusinessCode(code: "/ok", success: ["true"], message: nil))
        #expect(api.paging.all == nil)
    }

    @Test func pagingSaysBetterWhereTheListStands() throws {
        let api = try api(
            "    business: { code: /c, success: 0, data: /data }\n    paging: { items: /data/rows }\n")
        #expect(api.paging.all?.list == "/data/rows" && api.business != nil)
    }

    @Test(arguments: [
        ("{ success: 0 }", "business has no code; write 'code: /errcode'"),
        ("{ code: /c }", "business has no codes of success; write 'success: [0]'"),
        ("{ code: /c, success: [] }", "'success' is empty"),
        ("{ code: c, success: 0 }", "code 'c' is not a JSON pointer"),
        ("{ code: /c, success: 0, relogin: [1] }", "relogin has no login; write 'oauth2:' or 'login:' below auth"),
        ("{ code: /c, success: 0, mesage: /m }", "'mesage' is not an option of business; did you mean message?"),
    ])
    func whatIsWrongIsSaidWithItsPlace(_ text: String, _ words: String) throws {
        let error = #expect(throws: WorkspaceError.self) { try api("    business: \(text)\n") }
        #expect(error?.lines.count == 1)
        #expect(error?.lines.first?.hasPrefix("/w/explorer.yaml:4: \(words)") == true, "\(error?.lines ?? [])")
    }
}
