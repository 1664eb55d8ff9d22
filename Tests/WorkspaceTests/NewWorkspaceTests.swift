// What `init` writes holds no credential, and opens.

import Catalog
import NetLayer
import Testing

@testable import Workspace

@Suite struct NewWorkspaceTests {
    private func text(_ server: String, source: String = "a.json") throws -> String {
        let text = #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"\#(server)"}],"paths":{}}"#
        let description = try APIDescription.parse(Array(text.utf8), source: "a.json", base: nil)
        return try NewWorkspace(description, pool: ServicePool(description), source: source, at: "explorer.yaml").text
    }

    @Test(arguments: [
        "http://u:hunter22@h.example/openapi.json", "http://tok3n-alone@h.example/openapi.json",
        "https://h.example/openapi.json?access_token=hunter22", "https://h.example/openapi.json?a=1&private_token=hunter22",
        "https://h.example/openapi.json#api_key=hunter22",
    ])
    func aCredentialOfTheSourceIsRefused(_ source: String) throws {
        do {
            _ = try text("https://h.example/v1", source: source)
            Issue.record("it was written")
        } catch let problem as NewWorkspace.Problem {
            #expect(problem.message.contains("has a credential in it") && !problem.message.contains("hunter22"), "\(problem)")
            #expect(!problem.message.contains("tok3n-alone") && problem.hint.contains("openapi.json"))
        }
    }

    @Test func aPlainSourceIsWritten() throws {
        let text = try text("https://h.example/v1", source: "https://h.example/openapi.json?page=1")
        #expect(text.contains(#"description: "https://h.example/openapi.json?page=1""#) && text.contains("https://h.example/v1"))
    }

    /// What its reader would refuse is not written.
    @Test(arguments: ["https://h.example/v1?key=hunter22", "https://h.example/v1?a=1", "https://h.example/v1#a"])
    func anAddressThatDoesNotOpenIsRefused(_ server: String) {
        #expect { try text(server) } throws: { error in
            guard let problem = error as? NewWorkspace.Problem else { return false }
            return problem.message.contains("does not fit in a workspace") && !problem.message.contains("hunter22")
                && problem.hint.contains("--base")
        }
    }

    @Test func thePasswordOfAServerIsLeftOut() throws {
        #expect(try !text("https://u:hunter22@h.example/v1").contains("hunter22"))
    }
}
