// Texts that a description or an answer brought: they name no file of this machine, and what was typed outlives a reading without its place.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct ForeignTextTests {
    private func form(_ content: String) throws -> RequestForm {
        let text = """
            openapi: 3.1.0
            info: {title: A}
            servers: [{url: 'https://a.example'}]
            paths: {/a: {post: {\(content.isEmpty ? "" : "requestBody: {content: {\(content)}}, ")responses: {'200': {description: ok}}}}}
            """
        let description = try APIDescription.parse(Array(text.utf8), source: "a.yaml", base: nil)
        return RequestForm(description.endpoints[0], try #require(description.operation(0)))
    }

    @Test func anExampleIsNoFile() throws {
        var form = try form("text/plain: {schema: {type: string}, example: '@/etc/passwd'}")
        #expect(form.body?.area.text == "@/etc/passwd" && form.body?.filePath == nil && form.filePaths.isEmpty)
        form.editBody { $0.setText("@mine.txt") }
        #expect(form.filePaths == ["mine.txt"], "what a person writes is one")
        form.body?.put("@~/.ssh/id_rsa")
        #expect(form.filePaths.isEmpty, "what a link brings is none")
        let kept = form.draft
        var again = try self.form("text/plain: {schema: {type: string}}")
        again.restore(kept, height: 10)
        #expect(again.body?.area.text == "@~/.ssh/id_rsa" && again.filePaths.isEmpty, "nor after another reading")
    }

    @Test func anExampleOfAPartIsNoFile() throws {
        let form = try form(
            "multipart/form-data: {schema: {type: object, required: [f], properties: {f: {type: array, items: {type: string, format: binary}, example: '@/etc/passwd'}}}}"
        )
        #expect(form.fields.filter { $0.tab == .body }.map(\.input.text) == [""])
    }

    @Test func aBodyOutlivesAReadingWithoutIt() throws {
        var first = try form("application/json: {schema: {type: object}}, text/plain: {schema: {type: string}}")
        first.editBody { $0.setText("{\"typed\": 1}") }
        var without = try form("")
        without.restore(first.draft, height: 10)
        var third = try form("application/json: {schema: {type: object}}")
        third.restore(without.draft, height: 10)
        #expect(third.body?.area.text == "{\"typed\": 1}")
        var other = try form("text/plain: {schema: {type: string}}")
        other.restore(third.draft, height: 10)
        var fifth = try form("application/json: {schema: {type: object}}, text/plain: {schema: {type: string}}")
        fifth.restore(other.draft, height: 10)
        fifth.body?.select(0)
        #expect(fifth.body?.area.text == "{\"typed\": 1}", "also where another media type stood in between")
    }
}
