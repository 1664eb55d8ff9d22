// The published cache tests (cache-tests.fyi) as values: what is asked, what the origin answers, what must come of it.

import Foundation
import NetLayer
import TestSupport

/// One test of the suite.
struct CacheCase {
    enum Kind: String, CaseIterable {
        /// The specification says so.
        case required
        /// A better cache does so.
        case optimal
        /// Caches differ.
        case check
    }

    let id: String
    let kind: Kind
    var steps: [CacheStep]

    /// Those for a private cache that speaks for its user: without those for browsers' and networks' caches alone.
    static func all() throws -> [CacheCase] {
        let data = Data(try SharedData.bytes("conformance/cache-tests/cache-tests.json"))
        let suites = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        return suites.flatMap { $0["tests"] as? [[String: Any]] ?? [] }
            .filter { $0["browser_skip"] as? Bool != true && $0["cdn_only"] as? Bool != true }
            .map { test in
                CacheCase(
                    id: test["id"] as? String ?? "", kind: (test["kind"] as? String).flatMap(Kind.init) ?? .required,
                    steps: (test["requests"] as? [[String: Any]] ?? []).map(CacheStep.init))
            }
    }
}

/// One request of a test, with the answer that the origin has for it.
struct CacheStep {
    enum Expectation: String {
        case cached
        case notCached = "not_cached"
        case etagValidated = "etag_validated"
        case lastModifiedValidated = "lm_validated"
    }

    /// A field whose value may be a number of seconds from now.
    struct Field {
        var name: String
        var text: String?
        var seconds: Int?
        var isChecked = true
    }

    /// What is expected of a field: there, a value, the value of another, more than a number.
    enum FieldRule {
        case present(String)
        case field(Field)
        case same(String, as: String)
        case above(String, Int)
        case contains(String, String)
    }

    let method: HTTPMethod
    let requestFields: [Field]
    let requestBody: String?
    let isReload: Bool
    let file: String?
    let query: String?
    /// The status that the origin gives, when it says.
    let status: Int?
    var answerFields: [Field]
    let answerBody: String?
    let pausesAfter: Bool
    let delay: Int
    let disconnects: Bool
    let placesAreMagic: Bool
    let oldDates: [String]
    let expectation: Expectation?
    let expectedMethod: String?
    /// `.some(nil)`: any, an error too.
    let expectedStatus: Int??
    let expectedText: String??
    let checksBody: Bool
    let expectedRequestFields: [FieldRule]
    let expectedFields: [FieldRule]
    let missingFields: [FieldRule]

    init(_ json: [String: Any]) {
        method = HTTPMethod(rawValue: json["request_method"] as? String ?? "GET")
        requestFields = Self.fields(json["request_headers"])
        requestBody = json["request_body"] as? String
        isReload = json["cache"] as? String == "no-cache"
        file = json["filename"] as? String
        query = json["query_arg"] as? String
        status = (json["response_status"] as? [Any])?.first as? Int
        answerFields = Self.fields(json["response_headers"])
        answerBody = json["response_body"] as? String
        pausesAfter = json["pause_after"] as? Bool ?? false
        delay = json["response_pause"] as? Int ?? 0
        disconnects = json["disconnect"] as? Bool ?? false
        placesAreMagic = json["magic_locations"] as? Bool ?? false
        oldDates = json["rfc850date"] as? [String] ?? []
        expectation = (json["expected_type"] as? String).flatMap(Expectation.init)
        expectedMethod = json["expected_method"] as? String
        expectedStatus = json["expected_status"].map { $0 as? Int }
        expectedText = json["expected_response_text"].map { $0 as? String }
        checksBody = json["check_body"] as? Bool ?? true
        expectedRequestFields = Self.rules(json["expected_request_headers"])
        expectedFields = Self.rules(json["expected_response_headers"])
        missingFields = Self.rules(json["expected_response_headers_missing"], missing: true)
    }

    private static func fields(_ json: Any?) -> [Field] { (json as? [[Any]] ?? []).map(field) }

    private static func field(_ parts: [Any]) -> Field {
        Field(
            name: parts[0] as? String ?? "", text: parts[1] as? String, seconds: parts[1] as? Int,
            isChecked: parts.count < 3 || parts[2] as? Bool == true)
    }

    private static func rules(_ json: Any?, missing: Bool = false) -> [FieldRule] {
        (json as? [Any] ?? []).map { rule -> FieldRule in
            guard let parts = rule as? [Any], let name = parts.first as? String else { return .present(rule as? String ?? "") }
            if parts.count > 2 {
                return parts[1] as? String == "="
                    ? .same(name, as: parts[2] as? String ?? "") : .above(name, parts[2] as? Int ?? 0)
            }
            return missing ? .contains(name, parts[1] as? String ?? "") : .field(field(parts))
        }
    }
}
