import Testing

@testable import RequestFiles

struct InsomniaReaderTests {
    private func read(_ text: String) throws(ImportError) -> RequestCollection {
        try InsomniaReader.readCollection(Array(text.utf8), file: "a.yaml")
    }

    private func refusal(_ text: String) -> String? {
        do throws(ImportError) {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("{{ _.a }}", "{{a}}"), ("{{_.a}}/{{ b }}", "{{a}}/{{b}}"), ("{{ _['a-b'] }}", "{{a-b}}"),
        (#"{{ _.a["b c"][0].d }}"#, "{{a.b c[0].d}}"),
        ("{{ base-url }}", "{{base-url}}"), ("{{ a | upper }}", "{{ a | upper }}"), ("{{ f(1) }}", "{{ f(1) }}"),
        ("{{ }}", "{{ }}"),
        ("{{ _. }}", "{{ _. }}"), ("{{ a[ }}", "{{ a[ }}"), ("{{ a. }}", "{{ a. }}"), ("{{ a", "{{ a"),
        ("}} {{ a }}", "}} {{a}}"),
        ("{% if %}{{ ü }}", "{% if %}{{ü}}"), ("{{ {{ a }} }}", "{{ {{a}} }}"), ("{\"a\": {{ _.b }}}", "{\"a\": {{b}}}"),
        ("", ""), ("{% uuid %}-{%- uuid \"v4\" -%}", "{{$uuid}}-{{$uuid}}"), ("{% uuid 'v1' %}", "{% uuid 'v1' %}"),
        ("{{ _.a }}{% now 'iso-8601', '' %}", "{{a}}{{$isoTimestamp}}"), ("{% now 'unix' %}", "{{$timestamp}}"),
        ("{% timestamp %}", "{{$isoTimestamp}}"), ("{% now 'millis' %}", "{% now 'millis' %}"), ("{% uuid", "{% uuid"),
    ])
    func variablesAreWrittenInOneWay(text: String, normalised: String) {
        #expect(InsomniaTemplate.normalised(text) == normalised)
        #expect(InsomniaTemplate.normalised(normalised) == normalised)
    }

    @Test func whatNoVariableReplacesIsFound() {
        let left = InsomniaTemplate.leftovers(["{% response 'a', 'b' %}{%- now %}{{a}}", "{{ a | b }}{% now %}", "{{vault.key}}"])
        #expect(left.tags.text == "response, now")
        #expect(left.expressions.text == "{{ a | b }}")
        #expect(left.vault.text == "vault.key")
    }

    @Test func environmentsAlone() throws {
        let dev = try read(
            """
            type: environment.insomnia.rest/5.0
            name: Dev
            environments:
              name: Base
              data: { base: 'http://localhost' }
            """)
        #expect(dev.variables == [CollectionField("base", "http://localhost")])
        #expect(dev.report.requests == 0)
        let list = try read("type: collection.insomnia.rest/5.0\nenvironments: [{name: a, data: {x: 1}}]")
        #expect(list.name == "a")
        #expect(list.environments == [CollectionEnvironment(name: "a", variables: [CollectionField("x", "1")])])
    }

    @Test func whatElseAFileHolds() throws {
        let spec = try read(
            """
            type: spec.insomnia.rest/5.0
            name: s
            collection: [7, {name: f}]
            spec: { contents: { openapi: 3.1.0 } }
            certificates: [{ path: /ca.pem }]
            testSuites: [{ name: t }]
            ---
            type: second
            """)
        #expect(spec.items == [.folder(CollectionFolder(name: "f"))])
        #expect(
            spec.report.notes.map(\.description) == [
                "a.yaml:7: a second YAML document is not read; give it a file of its own",
                "a.yaml#/collection/0 (line 3): it is neither a request nor a folder; remove it",
                "a.yaml#/spec (line 4): the API description inside is not read, only the requests; save it as a file of its own",
                "a.yaml#/certificates (line 5): certificates are not taken over; name them in the settings of the API",
                "a.yaml#/testSuites (line 6): tests are not taken over",
            ])
    }

    @Test func othersAreRefusedByName() {
        #expect(
            refusal("type: mock.insomnia.rest/5.0")
                == "a.yaml# (line 1): a mock server of Insomnia; export the collection that belongs to it")
        #expect(
            refusal("type: collection.insomnia.rest/6.0")
                == "a.yaml# (line 1): an unknown version of Insomnia's files: collection.insomnia.rest/6.0; version 5.0 is read"
        )
        #expect(
            refusal("openapi: 3.1.0")
                == "a.yaml# (line 1): it is not an Insomnia export; an export begins with _type: export, or with type: collection.insomnia.rest/5.0"
        )
        #expect(refusal("a: [")?.hasPrefix("a.yaml:") == true)
        #expect(refusal("") != nil)
    }

    @Test func deepFoldersEndSomewhere() throws {
        let deep = String(repeating: #"{"name": "f", "children": ["#, count: 50_000) + String(repeating: "]}", count: 50_000)
        let collection = try read(#"{"type": "collection.insomnia.rest/5.0", "collection": [\#(deep)]}"#)
        #expect(collection.report.notes.map(\.message) == ["folders nest deeper than 50 levels"])
    }

    @Test(arguments: ["insomnia-5.yaml", "insomnia-4.json"]) func damagedFilesNeverCrash(name: String) throws {
        Damage.play(try CollectionFixture.text(name)) { bytes throws(ImportError) in
            try InsomniaReader.readCollection(bytes, file: "a")
        }
    }

    @Test func damagedOldFilesNeverCrash() {
        let first =
            #"{"_type": "export", "items": [{"environments": {"base": {"a": 1}}, "requests": [{"url": "{{ a }}", "body": "x"}]}]}"#
        Damage.play(first) { bytes throws(ImportError) in try InsomniaReader.readCollection(bytes, file: "a") }
    }
}
