import TestSupport
import Testing

@testable import RequestFiles

struct PostmanReaderTests {
    private func read(_ text: String) throws(ImportError) -> RequestCollection {
        try PostmanReader.readCollection(Array(text.utf8), file: "folder/dev.postman.json")
    }

    private func refusal(_ text: String) -> String? {
        do throws(ImportError) {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func environmentsAndGlobals() throws {
        let values = """
            "values": [{"key": "a", "value": "1", "enabled": true}, {"key": "b", "value": "2", "type": "secret", "enabled": false},
                       {"key": "", "value": ""}]
            """
        let fields = [CollectionField("a", "1"), CollectionField("b", "2", isDisabled: true, isSecret: true)]
        let environment = try read(#"{"name": "Dev", \#(values), "_postman_variable_scope": "environment"}"#)
        #expect(environment.format == "Postman environment")
        #expect(environment.environments == [CollectionEnvironment(name: "Dev", variables: fields)])
        #expect(environment.variables == [])
        let globals = try read(#"{"name": "G", \#(values), "_postman_variable_scope": "globals"}"#)
        #expect(globals.format == "Postman globals")
        #expect(globals.variables == fields)
        #expect(globals.environments == [])
        let unnamed = try read(#"{\#(values), "_postman_variable_scope": "environment"}"#)
        #expect(unnamed.environments.map(\.name) == ["dev"])
        #expect(unnamed.noted == ["assumed : the environment has no name; it gets the name of its file"])
        #expect(try read(#"{"environment": {"name": "Dev", \#(values)}}"#).environments.map(\.name) == ["Dev"])
    }

    @Test func answersOfPostmansAPIAreRead() throws {
        let collection = try read(
            #"{"collection": {"info": {"name": "c"}, "item": [{"request": {"method": "GET", "url": "x"}}]}}"#)
        #expect(collection.format == "Postman 2.1")
        #expect(collection.requests.map(\.place.pointer) == ["/collection/item/0"])
        #expect(collection.noted == ["assumed /collection/info: it does not say its version; it is read as 2.1"])
    }

    @Test func wideTextIsRead() throws {
        let text = #"{"info": {"name": "ü", "schema": "/collection/v2.0"}, "item": []}"#
        let bytes: [UInt8] = [0xff, 0xfe] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xff), UInt8(unit >> 8)] }
        #expect(try PostmanReader.readCollection(bytes, file: "").name == "ü")
    }

    @Test func othersAreRefusedByName() {
        let file = "folder/dev.postman.json"
        #expect(
            refusal(#"{"id": "1", "name": "c", "order": [], "requests": []}"#)
                == "\(file)# (line 1): a Postman collection of version 1; export it from Postman as Collection v2.1")
        #expect(
            refusal(#"{"version": 1, "collections": [], "environments": []}"#)
                == "\(file)# (line 1): a backup of all data of Postman; export the collections one by one as Collection v2.1")
        #expect(
            refusal(#"{"openapi": "3.1.0"}"#)
                == "\(file)# (line 1): it is neither a collection nor an environment of Postman; a collection has the members info and item, an environment has values"
        )
        #expect(refusal("") == "\(file):1: it is not JSON; a Postman collection begins with {")
        #expect(refusal("\u{0}\u{1}") == "\(file): these bytes are not text; a Postman collection was expected")
        #expect(refusal("{\n\"info\" 1}")?.hasPrefix("\(file):2: ") == true)
    }

    @Test func deepFoldersEndSomewhere() throws {
        let deep = String(repeating: #"{"name": "f", "item": ["#, count: 50_000) + String(repeating: "]}", count: 50_000)
        let collection = try read(#"{"info": {"name": "c", "schema": "/collection/v2.1"}, "item": [\#(deep)]}"#)
        #expect(collection.report.requests == 0)
        #expect(collection.report.notes.map(\.message) == ["folders nest deeper than 50 levels"])
    }

    @Test func largeFilesTakeTimeInProportion() throws {
        let item = #"{"name": "r", "request": {"method": "GET", "url": {"raw": "x/{{", "host": ["x"], "path": ["{{"]}}}"#
        let items = Array(repeating: item, count: 20_000).joined(separator: ",")
        let start = ThreadTime.now
        #expect(
            try read(#"{"info": {"name": "c", "schema": "/collection/v2.1"}, "item": [\#(items)]}"#).report.requests == 20_000)
        let names = (0..<50_000).map { "{{$n\($0)}}" }.joined()
        #expect(
            try read(#"{"info": {"name": "c", "schema": "/collection/v2.1"}, "item": [{"request": "x?\#(names)"}]}"#).report.notes
                .count == 2)
        #expect(start.duration(to: ThreadTime.now) < .seconds(30))
    }

    @Test func damagedFilesNeverCrash() throws {
        Damage.play(try CollectionFixture.text("postman-2.1.json")) { bytes throws(ImportError) in
            try PostmanReader.readCollection(bytes, file: "a")
        }
        Damage.play(#"{"name": "e", "values": [{"key": "a", "value": "{{$b}}"}], "_postman_variable_scope": "globals"}"#) {
            bytes throws(ImportError) in try PostmanReader.readCollection(bytes, file: "a")
        }
    }
}
