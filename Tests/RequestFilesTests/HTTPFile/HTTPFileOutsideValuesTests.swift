// Variables of .http files whose values stand in `.env` files or in the shell.

import RequestFiles
import Testing

struct HTTPFileOutsideValuesTests {
    private func read(_ text: String, _ files: [(String, String)] = []) throws -> RequestCollection {
        try HTTPFileReader.readCollection(
            Array(text.utf8), file: "a.http", environmentFiles: files.map { (path: $0.0, bytes: Array($0.1.utf8)) })
    }

    @Test func dotenvIsTheSecretOfTheFileBeside() throws {
        let collection = try read(
            "@token = {{$dotenv TOKEN}}\nGET https://a.test\nA: {{token}}\nB: {{ $dotenv  OTHER }}\n",
            [(".env", "TOKEN=t\nOTHER=o\n"), (".env.dev", "TOKEN=d\n"), ("http-client.env.json", #"{"dev": {"x": "1"}}"#)])
        #expect(
            collection.variables.filter(\.isSecret) == [
                CollectionField("$dotenv TOKEN", "t", isSecret: true), CollectionField("$dotenv  OTHER", "o", isSecret: true),
            ])
        #expect(collection.variables.contains(CollectionField("token", "{{$dotenv TOKEN}}")))
        let dev = try #require(collection.environments.first { $0.name == "dev" })
        #expect(dev.variables.filter(\.isSecret) == [CollectionField("$dotenv TOKEN", "d", isSecret: true)])
        #expect(dev.variables.contains(CollectionField("x", "1")))
        #expect(collection.report.notes.isEmpty)
    }

    @Test func whatIsNotKnownIsSaidOnceAndStaysAVariable() throws {
        let collection = try read(
            """
            POST https://a.test/{{$processEnv HOME}}
            A: {{$dotenv NONE}}
            B: {{$env.USER}}
            C: {{$dotenv %name}} {{$processEnv HOME}} {{$guid}}

            {{$processEnv %x}}
            """)
        #expect(collection.requests.first?.url == "https://a.test/{{$processEnv HOME}}")
        #expect(
            collection.report.notes.map { "\($0.kind.rawValue) \($0)" } == [
                "unsupported a.http:1: `{{$processEnv HOME}}` is a shell variable, and not read; "
                    + "give it with -p '$processEnv HOME=VALUE', or set a variable",
                "assumed a.http:2: no .env file beside this one sets NONE; set it there, or give it with -p '$dotenv NONE=VALUE'",
                "unsupported a.http:3: `{{$env.USER}}` is a shell variable, and not read; give it with -p '$env.USER=VALUE', or set a variable",
                "unsupported a.http:4: `{{$dotenv %name}}` is named by another variable, which is not supported; write the name itself",
                "unsupported a.http:6: `{{$processEnv %x}}` is named by another variable, which is not supported; write the name itself",
            ])
    }
}
