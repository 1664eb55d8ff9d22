// Files with environments beside .http files.

import Testing

@testable import RequestFiles

struct HTTPFileEnvironmentsTests {
    private func read(_ files: [(String, String)]) -> HTTPFileEnvironments {
        HTTPFileEnvironments.readFiles(files.map { (path: $0.0, bytes: Array($0.1.utf8)) })
    }

    @Test func privateFilesAreSecretAndWin() {
        let read = read([
            ("http-client.private.env.json", #"{"dev": {"token": "s"}, "prod": {"token": "p"}}"#),
            (
                "http-client.env.json",
                #"{"dev": {"host": "{{ h }}", "token": "none", "n": 1.50, "Security": {"Auth": {}}, "list": [1]}}"#
            ),
        ])
        #expect(
            read.environments == [
                CollectionEnvironment(
                    name: "dev",
                    variables: [
                        .init("host", "{{h}}"), .init("token", "s", isSecret: true), .init("n", "1.50"), .init("list", "[1]"),
                    ]), CollectionEnvironment(name: "prod", variables: [.init("token", "p", isSecret: true)]),
            ])
        #expect(
            read.notes.map(\.description) == [
                "http-client.env.json#/dev/Security (line 1): `Security` of an environment is not read; set the auth of the request",
                "http-client.env.json#/dev/list (line 1): `list` is not text; its JSON is the value",
            ])
    }

    @Test func settingsOfAnEditorHaveCommentsAndSharedVariables() {
        let read = read([
            (
                ".vscode/settings.json",
                "{ // one\n \"editor.x\": [1,],\n \"rest-client.environmentVariables\": {\n \"$shared\": {\"v\": \"1 // no\"},\n"
                    + " \"local\": {\"host\": \"h\",} /* two */\n }, }"
            )
        ])
        #expect(read.shared == [.init("v", "1 // no")])
        #expect(read.environments == [CollectionEnvironment(name: "local", variables: [.init("host", "h")])])
        #expect(read.notes.isEmpty)
    }

    @Test func dotEnvFilesHaveQuotesAndComments() {
        let read = read([
            (".env", "# all\nexport A=1 # one\nB='x # y'\nC=\"a\\nb\"\nKEY=\"one\ntwo\"\nbad line\nD='open\n"),
            ("env/dev.env", "A=2\n"),
            (".env.live", "A = 3\n"), ("x.txt", ""),
        ])
        #expect(
            read.shared == [
                .init("A", "1"), .init("B", "x # y"), .init("C", "a\nb"), .init("KEY", "one\ntwo"), .init("D", "'open"),
            ])
        #expect(read.environments.map(\.name) == ["dev", "live"])
        #expect(read.environments.map { $0.variables.map(\.value) } == [["2"], ["3"]])
        #expect(
            read.notes.map { "\($0.place): \($0.message)" } == [
                ".env:7: the line is not a variable", ".env:8: the quote is not closed", "x.txt: it is not an environments file",
            ])
    }

    @Test func brokenFilesAreSkippedWithTheirLine() {
        let read = read([("http-client.env.json", "{\n\"dev\": [\n}"), (".httpyac.json", #"{"environments": {"a": 1}}"#)])
        #expect(read.environments == [CollectionEnvironment(name: "a")])
        #expect(read.notes.map(\.place.description) == ["http-client.env.json:3", ".httpyac.json#/environments/a (line 1)"])
    }

    @Test func aFileIsReadWithItsEnvironments() throws {
        let collection = try HTTPFileReader.readCollection(
            Array("@a = file\nGET /x\n".utf8), file: "x.http",
            environmentFiles: [(path: ".env", bytes: Array("a=1\nhost=h\n".utf8))])
        #expect(collection.variables == [.init("host", "h"), .init("a", "file")])
        #expect(collection.report.notes.isEmpty)
    }
}
