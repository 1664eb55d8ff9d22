// Each rule of a check: a description that breaks it, and what is said of it.

import NetLayer
import TestSupport
import Testing

@testable import Catalog

struct CheckerTests {
    /// A description around the parts of one case, with nothing else to say about it.
    private static func text(_ parts: String, standard: String = "3.0.3") -> String {
        let version = standard.hasPrefix("2") ? "swagger: '2.0'" : "openapi: \(standard)"
        let server = standard.hasPrefix("2") ? "host: a.example" : "servers: [{url: https://a.example}]"
        return "\(version)\ninfo: {title: A, version: '1'}\n\(parts.contains("servers:") ? "" : server + "\n")\(parts)"
    }

    private static func check(_ parts: String, standard: String = "3.0.3") throws -> [Warning] {
        try APIDescription.parse(Array(text(parts, standard: standard).utf8), source: "a.yaml", base: nil).check()
    }

    private static let ok = "responses: {200: {description: ok}}"

    /// The rule, a description, and the end of what is said.
    private static let cases: [(rule: CheckRule, standard: String, parts: String, said: String)] = [
        (.wrongType, "3.0.3", "paths: {/a: {get: {tags: [], parameters: 7, \(ok)}}}", "parameters are not an array"),
        (.wrongType, "3.0.3", "paths: {/a: {get: {\(ok), callbacks: []}}}", "callbacks is not an object"),
        (
            .duplicateKey, "3.0.3", "paths: {/a: {get: {\(ok), summary: a, summary: b}}}",
            "the key 'summary' occurs more than once"
        ),
        (.missingKey, "3.0.3", "paths: {/a: {get: {responses: {200: {}}}}}", "the response has no 'description'"),
        (
            .misspelledKey, "3.0.3", "paths: {/a: {get: {\(ok), sumary: a}}}",
            "the operation has a key 'sumary', which OpenAPI 3.0 does not know"
        ),
        (
            .misspelledKey, "3.1.0", "components: {schemas: {A: {requred: [a]}}}\npaths: {}",
            "the schema has a key 'requred', which OpenAPI 3.1 does not know"
        ),
        (
            .unknownKey, "3.0.3", "paths: {/a: {get: {\(ok), consumes: []}}}",
            "the operation has a key 'consumes', which OpenAPI 3.0 does not know there"
        ),
        (
            .contradictingKeys, "3.0.3",
            "paths: {/a: {get: {\(ok), parameters: [{name: q, in: query, schema: {}, example: 1, examples: {}}]}}}",
            "the parameter has both 'example' and 'examples'"
        ),
        (
            .ignoredSibling, "3.0.3",
            "paths: {/a: {get: {responses: {200: {$ref: '#/components/responses/R', description: b}}}}}\ncomponents: {responses: {R: {description: a}}}",
            "beside a $ref, 'description' is ignored in OpenAPI 3.0"
        ),
        (
            .unresolvedReference, "3.0.3", "paths: {/a: {get: {responses: {200: {$ref: '#/components/responses/R'}}}}}",
            "the reference '#/components/responses/R' cannot be resolved"
        ),
        (
            .circularReference, "3.0.3", "paths: {/a: {get: {\(ok), parameters: [{$ref: '#/x-p'}]}}}\nx-p: {$ref: '#/x-p'}",
            "the reference '#/x-p' refers to itself"
        ),
        (
            .unresolvedMapping, "3.0.3",
            "paths: {/a: {get: {responses: {200: {description: a, content: {application/json: {schema: {discriminator: {propertyName: a, mapping: {b: Bee}}}}}}}}}}",
            "the mapping names the schema 'Bee', which is missing"
        ),
        (
            .unusedComponent, "3.0.3", "paths: {/a: {get: {\(ok)}}}\ncomponents: {schemas: {A: {}}}", "nothing refers to 'A'"
        ),
        (
            .invalidComponentName, "3.0.3", "paths: {}\ncomponents: {schemas: {'a b': {}}}",
            "the name 'a b' has characters that a component's name must not have"
        ),
        (.noTitle, "3.0.3", "paths: {}\ninfo: {version: '1'}", "the description has no title"),
        (.noPaths, "3.1.0", "components: {}", "the description has no paths"),
        (.noServer, "3.0.3", "servers: []\npaths: {}", "no server is declared, and the description's own address is unknown"),
        (.serverWithoutURL, "3.0.3", "servers: [{}, {url: https://a.example}]\npaths: {}", "the server has no url"),
        (
            .invalidServerURL, "3.0.3", "servers: [{url: 'ftp://a.example'}]\npaths: {}",
            "the server 'ftp://a.example' is not an http or https URL"
        ),
        (
            .undeclaredServerVariable, "3.0.3", "servers: [{url: 'https://{host}'}]\npaths: {}",
            "the server's variable 'host' has no default"
        ),
        (
            .unusedServerVariable, "3.0.3",
            "servers: [{url: 'https://a.example', variables: {port: {default: '80'}}}]\npaths: {}",
            "the server's URL has no variable 'port'"
        ),
        (
            .serverVariableDefault, "3.0.3",
            "servers: [{url: 'https://{a}.example', variables: {a: {default: x, enum: [y]}}}]\npaths: {}",
            "the default 'x' is not one of the variable's values"
        ),
        (.duplicateTag, "3.0.3", "tags: [{name: a}, {name: a}]\npaths: {}", "the tag 'a' occurs more than once"),
        (
            .undeclaredTag, "3.0.3", "tags: [{name: a}]\npaths: {/a: {get: {tags: [b], \(ok)}}}", "the tag 'b' is not declared"
        ),
        (
            .unknownTagParent, "3.2.0", "tags: [{name: a, parent: b}]\npaths: {}",
            "the tag 'a' has the parent 'b', which is not declared"
        ),
        (.undeclaredSecurityScheme, "3.0.3", "security: [{k: []}]\npaths: {}", "the security scheme 'k' is not declared"),
        (
            .unusableSecurityScheme, "3.0.3", "components: {securitySchemes: {k: {type: basic}}}\npaths: {}",
            "the security scheme is of the type 'basic', which OpenAPI 3.0 does not know"
        ),
        (.pathWithoutSlash, "3.0.3", "paths: {a: {get: {\(ok)}}}", "the path does not begin with a slash"),
        (
            .duplicatePathTemplate, "3.0.3", "paths: {'/a/{x}': {}, '/a/{y}': {}}", "the path '/a/{y}' means the same as '/a/{x}'"
        ),
        (.invalidPathTemplate, "3.0.3", "paths: {'/a/{x': {}}", "the path '/a/{x' opens a brace that is not closed"),
        (.invalidMethod, "3.2.0", "paths: {/a: {additionalOperations: {'A B': {}}}}", "'A B' is not a method name"),
        (.invalidOperationID, "3.0.3", "paths: {/a: {get: {operationId: 7, \(ok)}}}", "the operation id is not a text"),
        (
            .duplicateOperationID, "3.0.3",
            "paths:\n  /a: {get: {operationId: a, \(ok)}}\n  /b: {get: {operationId: a, \(ok)}}",
            "the operation id 'a' is not the first of that name"
        ),
        (
            .unknownOperation, "3.0.3", "paths: {/a: {get: {responses: {200: {description: a, links: {l: {operationId: b}}}}}}}",
            "the link 'l' names 'b', which is not an operation here"
        ),
        (
            .unknownOperation, "3.0.3", "paths: {}\ncomponents: {links: {l: {operationId: b}}}",
            "there is no operation with the id 'b'"
        ),
        (
            .foreignOperation, "3.0.3",
            "paths: {/a: {get: {responses: {200: {description: a, links: {l: {operationRef: 'https://b.example/#/c'}}}}}}}",
            "the link 'l' names 'https://b.example/#/c', which is not an operation here"
        ),
        (.missingResponses, "3.0.3", "paths: {/a: {get: {}}}", "the operation declares no response"),
        (.missingResponses, "3.1.0", "paths: {/a: {get: {responses: {}}}}", "the operation declares no response"),
        (
            .invalidStatus, "3.0.3", "paths: {/a: {get: {responses: {2xx: {description: a}}}}}",
            "'2xx' is not a status of a response"
        ),
        (.noContent, "3.0.3", "paths: {/a: {post: {requestBody: {}, \(ok)}}}", "the request body has no content type"),
        (
            .invalidMediaType, "3.0.3", "paths: {/a: {get: {responses: {200: {description: a, content: {json: {}}}}}}}",
            "'json' is not a media type"
        ),
        (.invalidMediaType, "2.0", "paths: {}\nproduces: [json]", "'json' is not a media type"),
        (
            .parameterWithoutName, "3.0.3", "paths: {/a: {get: {parameters: [{in: query, schema: {}}], \(ok)}}}",
            "the parameter has no name"
        ),
        (
            .invalidParameterPlace, "3.0.3", "paths: {/a: {get: {parameters: [{name: a, in: body, schema: {}}], \(ok)}}}",
            "the parameter 'a' is 'body', not path, query, header or cookie"
        ),
        (.undeclaredPathParameter, "3.0.3", "paths: {'/{a}': {get: {\(ok)}}}", "the path parameter 'a' is not declared"),
        (
            .unusedPathParameter, "3.0.3",
            "paths: {/a: {get: {parameters: [{name: b, in: path, required: true, schema: {}}], \(ok)}}}",
            "the path does not have the parameter 'b'"
        ),
        (
            .optionalPathParameter, "3.0.3", "paths: {'/{b}': {get: {parameters: [{name: b, in: path, schema: {}}], \(ok)}}}",
            "the path parameter 'b' does not say that it is required"
        ),
        (
            .duplicateParameter, "3.0.3",
            "paths: {/a: {get: {parameters: [{name: b, in: query, schema: {}}, {name: b, in: query, schema: {}}], \(ok)}}}",
            "the query parameter 'b' occurs twice in this list"
        ),
        (
            .invalidStyle, "3.0.3",
            "paths: {/a: {get: {parameters: [{name: b, in: query, style: simple, schema: {}}], \(ok)}}}",
            "the style 'simple' is not one for a query"
        ),
        (
            .invalidStyle, "2.0",
            "paths: {/a: {get: {parameters: [{name: b, in: header, type: array, items: {type: string}, collectionFormat: multi}], \(ok)}}}",
            "the collectionFormat 'multi' is not one for a header"
        ),
        (
            .invalidSchemaType, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {type: strng}}}",
            "'strng' is not a type of OpenAPI 3.0"
        ),
        (
            .arrayWithoutItems, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {type: array}}}",
            "the array has no 'items'"
        ),
        (
            .impossibleLimits, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {type: integer, minimum: 2, maximum: 1}}}",
            "minimum is above maximum"
        ),
        (
            .invalidPattern, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {type: string, pattern: '(a'}}}",
            "the pattern is not a valid regular expression: a ( is not closed"
        ),
        (
            .invalidEnum, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {type: string, enum: [a, 1]}}}",
            "the value '1' of enum is not of the type string"
        ),
        (
            .duplicateEnumValue, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {enum: [a, a]}}}",
            "the value 'a' occurs twice in enum"
        ),
        (
            .invalidDefault, "3.0.3", "paths: {}\ncomponents: {schemas: {A: {type: integer, default: a}}}",
            "the default does not match its schema: it must be a whole number, such as 42"
        ),
        (
            .invalidExample, "3.0.3",
            "paths: {/a: {get: {responses: {200: {description: a, content: {application/json: {schema: {type: object, required: [b]}, examples: {one: {value: {}}}}}}}}}}",
            "the example 'one' does not match its schema: it must have 'b'"
        ),
        (
            .severalDocuments, "3.0.3", "paths: {}\n---\n", "a second YAML document begins at line 5"
        ),
    ]

    @Test(arguments: cases.indices) func everyRuleSpeaks(index: Int) throws {
        let example = Self.cases[index]
        let found = try Self.check(example.parts, standard: example.standard).filter { $0.rule == example.rule }
        let one = try #require(found.first, "\(example.rule) is silent")
        #expect(one.message.hasSuffix(example.said), "\(one)")
        #expect(found.count == 1 && !one.hint.isEmpty, "\(found)")
        #expect(one.line != nil || [.noServer, .severalDocuments, .noTitle].contains(one.rule))
    }

    /// A rule without an example here is one that nobody has seen speak. The others need files, or a text that is none.
    @Test func everyRuleHasItsExample() {
        let elsewhere: Set<CheckRule> = [
            .notADescription, .unreadableFile, .remoteReference, .cachedFile, .importSkipped, .importUnsupported, .importAssumed,
        ]
        #expect(Set(Self.cases.map(\.rule)).union(elsewhere) == Set(CheckRule.allCases))
    }

    @Test func whatIsRightIsSilent() throws {
        let text = """
            openapi: 3.1.0
            info: {title: A, version: '1'}
            servers: [{url: 'https://{h}.example', variables: {h: {default: a, enum: [a, b]}}}]
            tags: [{name: t}]
            security: [{k: []}]
            paths:
              /a/{id}:
                summary: One
                parameters: [{name: id, in: path, required: true, schema: {type: [string, 'null']}}]
                get:
                  operationId: a
                  tags: [t]
                  x-own: {any: thing}
                  parameters: [{$ref: '#/components/parameters/P', description: again}]
                  responses:
                    200:
                      description: ok
                      headers: {X-A: {schema: {type: integer}}}
                      content:
                        application/json:
                          schema: {$ref: '#/components/schemas/S'}
                          example: {kind: s, list: [1]}
                      links: {next: {operationId: a}, same: {operationRef: '#/paths/~1a~1%7Bid%7D/get'}}
                    4XX: {description: no}
                    default: {description: no}
            components:
              parameters: {P: {name: q, in: query, style: deepObject, schema: {type: object, additionalProperties: true}}}
              securitySchemes: {k: {type: apiKey, name: K, in: header}}
              schemas:
                S:
                  type: object
                  required: [kind]
                  discriminator: {propertyName: kind, mapping: {s: S}}
                  properties: {kind: {type: string, pattern: '^[a-z]{1,3}$'}, list: {type: array, items: {type: integer}}}
                  patternProperties: {'^x': true}
            """
        let found = try APIDescription.parse(Array(text.utf8), source: "a.yaml", base: nil).check()
        #expect(found == [])
    }

    @Test(
        arguments: [
            ("^a+$", nil), ("[a-z\\]]{2,3}", nil), ("(?:a|b)*?", nil), ("\\p{L}", nil), ("(?<n>a)", nil), ("a{x}", nil),
            ("", nil),
            ("[^]]", nil), ("(", "a ( is not closed"), ("a)", "a ) closes nothing"), ("[a", "a [ is not closed"),
            ("*a", "* repeats nothing"), ("a**", "* repeats nothing"), ("(?i)a", "(?i is not part of ECMA-262"),
            ("a\\", "it ends with a backslash"), ("[z-a]", "the range z-a is out of order"), ("a{3,2}", "{3,2} is out of order"),
        ] as [(String, String?)])
    func patternsAreReadWithoutBeingRun(pattern: String, problem: String?) {
        #expect(PatternSyntax.problem(in: pattern) == problem)
    }

    @Test(
        arguments: [
            ("requred", "required"), ("operationID", "operationId"), ("discription", "description"), ("nmae", "name"),
            ("responses2", "responses"), ("zzz", nil), ("in", nil),
        ] as [(String, String?)])
    func slipsAreRecognised(typed: String, meant: String?) {
        let known = ["required", "operationId", "description", "name", "responses", "ins"]
        #expect(Spelling.closest(to: typed, among: known) == meant)
    }

    /// Each of these would take minutes by the square.
    @Test func nothingTakesTheSquareOfItsSize() throws {
        let count = 8_000
        var text = Self.text("tags: [{name: a}]\npaths:\n")
        for number in 0..<count {
            text += "  /a\(number)/{x}: {get: {operationId: o\(number % 100), tags: [t\(number)], keyy: 1, responses: {}}}\n"
        }
        text += "components:\n  schemas:\n"
        for number in 0..<count { text += "    s\(number): {type: strng, enum: [\(number), \(number)], default: a}\n" }
        let api = try APIDescription.parse(Array(text.utf8), source: "a.yaml", base: nil)
        var found: [Warning] = []
        #expect(ThreadTime().measure { found = api.check() } < .seconds(45))
        #expect(found.count > 5 * count)
    }

    /// Alternatives of alternatives multiply; a value is looked at so far and no further.
    @Test func schemasThatMultiplyEnd() throws {
        let all = (0..<8).map {
            "{$ref: '#/components/schemas/A'}, {type: object, properties: {p\($0): {$ref: '#/components/schemas/A'}}}"
        }
        let schema = "{oneOf: [\(all.joined(separator: ", "))], example: {p1: {p2: {p3: {}}}}}"
        #expect(
            try ThreadTime().measure { _ = try Self.check("paths: {}\ncomponents: {schemas: {A: \(schema)}}") }
                < .seconds(20))
    }
}
