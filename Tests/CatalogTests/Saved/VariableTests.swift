// Texts with references, and what they become: the inner scope wins, circles and floods are named, what comes from outside is a secret.

import Catalog
import NetLayer
import Testing

@Suite struct VariableTests {
    private static func scopes(_ values: [String: String]...) throws -> VariableScopes {
        var scopes = VariableScopes()
        for scope in values {
            scopes.add(try scope.mapValues { VariableScopes.Value(try WorkspaceText($0), line: 7) })
        }
        return scopes
    }

    private static func expanded(
        _ text: String, _ scopes: VariableScopes, _ escaping: VariableExpansion.Escaping = .none
    ) throws -> FieldValue {
        var expansion = VariableExpansion(scopes)
        return try expansion.expand(try WorkspaceText(text), escaping: escaping)
    }

    private static func failure(_ body: () throws -> Void) -> VariableError? {
        do {
            try body()
            return nil
        } catch {
            return error as? VariableError
        }
    }

    @Test func aTextIsSplitIntoWhatItSays() throws {
        let text = try WorkspaceText("a ${b} ${env:C}${command: pass show x | awk '{print $1}' }$${d} $e {f}")
        #expect(
            text.pieces == [
                .text("a "), .variable("b"), .text(" "), .outside(ExternalReference(.env, "C")),
                .outside(ExternalReference(.command, "pass show x | awk '{print $1}'")), .text("${d} $e {f}"),
            ])
        #expect(text.variables == ["b"] && text.externalReferences.count == 2 && text.literal == nil)
        #expect(try WorkspaceText("plain").literal == "plain" && WorkspaceText("").literal == "")
    }

    @Test(
        "a text is written as it is read",
        arguments: [
            "", "plain", "a ${b}${c} d", "${env:X}", "${command: pass show x | awk '{print $1}'}", "$${", "$${d} $e {f}", "$$",
            "a$$${x}",
            "$$$${x}", "${a}$", "$${${a}", "ä${ä", "{${a.b-c}}",
        ])
    func roundTrips(_ source: String) throws {
        guard let text = try? WorkspaceText(source) else {
            let literal = WorkspaceText(literal: source)
            #expect(try WorkspaceText(literal.source) == literal)
            return
        }
        #expect(try WorkspaceText(text.source) == text)
        #expect(try WorkspaceText(WorkspaceText(literal: source).source).literal == source, "as it stands")
    }

    @Test(
        "what is no reference",
        arguments: [
            ("${", "never closed"), ("a ${b", "never closed"), ("${}", "names no variable"), ("${1a}", "names no variable"),
            ("${a b}", "names no variable"), ("${vault:x}", "an unknown kind"), ("${env:}", "an unknown kind"),
            ("${env: }", "an unknown kind"),
        ])
    func whatIsNoReference(_ text: String, _ message: String) {
        let error = Self.failure { _ = try WorkspaceText(text) }
        #expect(error?.message.contains(message) == true && error?.hint.isEmpty == false, "\(String(describing: error))")
    }

    @Test func theInnerScopeWinsAlsoForTheOuterOnesTexts() throws {
        let scopes = try Self.scopes(
            ["host": "outer", "url": "https://${host}/${path}", "path": "w"], ["path": "api"], ["host": "inner"])
        #expect(try Self.expanded("${url}!", scopes) == .plain("https://inner/api!"))
    }

    @Test func whatAnAnswerBroughtWinsOverAllScopes() throws {
        var expansion = VariableExpansion(try Self.scopes(["id": "1", "path": "/items/${id}"]))
        let text = try WorkspaceText("${path}")
        #expect(try expansion.expand(text) == .plain("/items/1"))
        expansion.capture("id", .plain("2"))
        #expect(try expansion.expand(text) == .plain("/items/2"), "also where it was used before")
    }

    @Test func whatComesFromOutsideIsASecretWhereverItGoes() throws {
        var expansion = VariableExpansion(
            try Self.scopes(["token": "${env:T}", "line": "Bearer ${token}"]),
            outside: [ExternalReference(.env, "T"): Secret("geheim")])
        let value = try expansion.expand(try WorkspaceText("${line}"))
        #expect(value == .secret(Secret("Bearer geheim")) && !"\(value)".contains("geheim"))
    }

    @Test func aCircleIsNamedWithAllThatAreInIt() throws {
        let scopes = try Self.scopes(["a": "${b}", "b": "x${c}", "c": "${a}", "d": "${d}"])
        let error = try #require(Self.failure { _ = try Self.expanded("${a}", scopes) })
        #expect(error.message == "the variable a refers to itself: a → b → c → a" && error.line == 7)
        #expect(Self.failure { _ = try Self.expanded("${d}", scopes) }?.message.contains("d → d") == true)
        // Who only looks what is needed comes to an end all the same.
        #expect(try VariableExpansion(scopes).references(of: [WorkspaceText("${a}${d}")]).isEmpty)
    }

    @Test func aFloodEndsBeforeItFillsTheMemory() throws {
        var values = ["v0": String(repeating: "lol", count: 100)]
        for number in 1...30 { values["v\(number)"] = String(repeating: "${v\(number - 1)}", count: 10) }
        let scopes = try Self.scopes(values)
        let error = try #require(Self.failure { _ = try Self.expanded("${v30}", scopes) })
        #expect(error.message.contains("longer than 1 MiB"))
        var chain = ["n0": "end"]
        for number in 1...40 { chain["n\(number)"] = "${n\(number - 1)}" }
        let deep = try Self.scopes(chain)
        #expect(Self.failure { _ = try Self.expanded("${n40}", deep) }?.message.contains("nested deeper than 32") == true)
        #expect(try Self.expanded("${n20}", deep) == .plain("end"))
    }

    @Test func whatHasToBeAskedForIsNamedAndTakesItsAnswer() throws {
        typealias Prompt = VariableScopes.Prompt
        var scopes = try Self.scopes(["url": "/${who}/${otp}", "who": "${tenant}", "tenant": "acme"])
        scopes.add([
            "otp": VariableScopes.Value(WorkspaceText(literal: ""), line: 3, prompt: Prompt("Code", isSecret: true)),
            "tenant": VariableScopes.Value(WorkspaceText(literal: "acme"), line: 4, prompt: Prompt("Who", hasDefault: true)),
        ])
        var expansion = VariableExpansion(scopes)
        let text = try WorkspaceText("${url} ${otp}")
        #expect(expansion.prompts(of: [text]).map(\.name) == ["tenant", "otp"], "in the order in which they are needed")
        let error = Self.failure { _ = try expansion.expand(text) }
        #expect(error?.message == "otp needs a value" && error?.hint == "give it with -p otp=VALUE" && error?.line == 3)

        expansion.answer("otp", .plain("123"))
        #expect(expansion.prompts(of: [text]).map(\.name) == ["tenant"])
        #expect(try expansion.expand(text) == .secret(Secret("/acme/123 123")), "who answers nothing gets the default")
        expansion.answer("tenant", .plain("other"))
        #expect(expansion.prompts(of: [text]).isEmpty)
        #expect(try expansion.expand(WorkspaceText("${who}")) == .plain("other"))

        scopes.add([
            "pin": VariableScopes.Value(
                WorkspaceText(literal: "0"), line: 1, prompt: Prompt("Pin", isSecret: true, hasDefault: true))
        ])
        var other = VariableExpansion(scopes)
        #expect(try other.expand(WorkspaceText("${pin}")).isSecret, "a default too")
    }

    @Test func whatIsNotDefinedIsNamedBeforeAnythingIsBrought() throws {
        let expansion = VariableExpansion(try Self.scopes(["id": "${idd}", "t": "${env:T}"]))
        let error = try #require(Self.failure { _ = try expansion.references(of: [WorkspaceText("${id}")]) })
        #expect(error.message == "nothing defines ${idd}" && error.hint.contains("id, t"))
        #expect(try expansion.references(of: [WorkspaceText("${id}${t}")], later: ["idd"]) == [ExternalReference(.env, "T")])
    }

    @Test func valuesAreWrittenAsTheirPlaceAsksFor() throws {
        let scopes = try Self.scopes(["q": "a\"b\\c\nd", "p": "x/../y?z=1#{e}", "base": "https://a.example/v1"])
        #expect(try Self.expanded(#"{"a":"${q}"}"#, scopes, .json) == .plain(#"{"a":"a\"b\\c\nd"}"#))
        #expect(
            try Self.expanded("${base}/items/${p}", scopes, .url)
                == .plain("https://a.example/v1/items/x%2F..%2Fy%3Fz%3D1%23%7Be%7D"),
            "a value stays within its segment; what the URL begins with is an address")
    }
}
