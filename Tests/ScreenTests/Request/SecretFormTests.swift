// What a description calls a password is secret in the form too: on the screen, in what is sent, and in what is kept over a restart.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct SecretFormTests {
    private func form() throws -> RequestForm {
        let password = #"{"type":"string","format":"password"}"#
        let text = """
            {"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"http://a.example"}],"paths":{"/a":{"post":{"operationId":"a",
            "parameters":[{"name":"zeta","in":"query","schema":{"type":"array","items":\(password)}},{"name":"eta","in":"query","schema":\(password)},
             {"name":"page_token","in":"query","schema":{"type":"string"}},{"name":"accessToken","in":"query","schema":{"type":"string"}}],
            "requestBody":{"content":{"application/json":{"schema":{"properties":{"theta":\(password),"note":{"type":"string"}}}}}}}}}}
            """
        let description = try APIDescription.parse(Array(text.utf8), source: "a.json", base: nil)
        let operation = try #require(description.operation(0))
        return RequestForm(description.endpoints[0], operation)
    }

    @Test func fieldsAreMaskedByTheSameRule() throws {
        let fields = try form().fields.filter { $0.tab == .params }
        #expect(fields.map(\.name) == ["zeta", "eta", "page_token", "accessToken"])
        #expect(fields.map(\.isSecret) == [true, true, false, true])
    }

    @Test func aMemberOfABodyIsMaskedWhereItIsSentAndNotKept() throws {
        var form = try form()
        _ = form.body?.edit { $0.setText(#"{"theta":"hunter22","note":"n"}"#) }
        let wire = try RequestGenerator().request(
            for: form.requestDraft().plan, on: Service(name: "a", baseURL: URI("http://a.example")))
        let shown = String(decoding: try #require(wire.maskedBody), as: UTF8.self)
        #expect(shown == #"{"theta":"\#(Secret.mask)","note":"n"}"#)
        #expect(form.kept(without: KnownSecrets()).texts.isEmpty, "it holds a password")
        _ = form.body?.edit { $0.setText(#"{"note":"n"}"#) }
        #expect(!form.kept(without: KnownSecrets()).texts.isEmpty)
    }
}
