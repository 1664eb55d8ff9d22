// Cacheable responses: fresh for a while, to be revalidated, stale in an emergency, different by language,
// never to be stored.
import Foundation
import Synchronization

extension DemoService {
    var cachingEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/caching/fresh", .caching, "cacheFresh", "A response that stays fresh for a while",
                details: "`asked` counts how often this service was really asked.",
                parameters: [.query("seconds", .integer(from: 0, to: 3600, default: 10), "How long it is fresh")],
                answers: [Self.cacheable, .problem(400)]
            ) { request in
                let seconds = try request.integer("seconds", default: 10, in: 0...3600)
                return visited("fresh", cacheControl: "max-age=\(seconds)")
            },
            Endpoint(
                .get, "/caching/confirmed", .caching, "cacheConfirmed", "A response that must be confirmed each time",
                details: "Its ETag changes every half minute; until then `If-None-Match` gets 304 and no body.",
                parameters: [.header("If-None-Match", .string(), "The ETag of the stored response")],
                answers: [Self.cacheable, .other(304, "The stored response is still current")]
            ) { request in
                let tag = "\"half-minute-\(Int(Date().timeIntervalSince1970) / 30)\""
                guard request.headers["If-None-Match"] != tag else {
                    _ = visits.count("confirmed")
                    var response = Response(status: 304)
                    response.set("ETag", tag)
                    response.set("Cache-Control", "no-cache")
                    return response
                }
                var response = visited("confirmed", cacheControl: "no-cache")
                response.set("ETag", tag)
                return response
            },
            Endpoint(
                .get, "/caching/stale", .caching, "cacheStale", "A response that may be used when it is stale",
                details:
                    "Fresh for 2 s; then for 30 s it may be shown while a newer one is fetched, and for 10 min when the service fails (RFC 5861).",
                answers: [Self.cacheable]
            ) { _ in visited("stale", cacheControl: "max-age=2, stale-while-revalidate=30, stale-if-error=600") },
            Endpoint(
                .get, "/caching/language", .caching, "cacheByLanguage", "A response for each language",
                parameters: [.header("Accept-Language", .choice(["en", "de", "fr"], default: "en"), "en, de or fr")],
                answers: [Self.cacheable]
            ) { request in
                let wanted = request.headers["Accept-Language"]?.prefix(2).lowercased() ?? ""
                let language = Self.greetings[wanted] == nil ? "en" : wanted
                var response = visited(
                    "language", cacheControl: "max-age=60", [("greeting", .string(Self.greetings[language] ?? ""))])
                response.set("Vary", "Accept-Language")
                response.set("Content-Language", language)
                return response
            },
            Endpoint(
                .get, "/caching/never", .caching, "cacheNever", "A response that must not be stored", answers: [Self.cacheable]
            ) { _ in visited("never", cacheControl: "no-store") },
        ]
    }

    private static let greetings = ["en": "Hello", "de": "Guten Tag", "fr": "Bonjour"]
    private static let cacheable = ResponseContent.json(
        200, "How often the service was asked",
        .object([("asked", .integer(from: 1)), ("at", .string("date-time")), ("service", .string())]),
        headers: [("Cache-Control", "How it may be stored")])

    private func visited(_ place: String, cacheControl: String, _ more: [(String, JSON)] = []) -> Response {
        var response = Response.json(
            .object(
                [("asked", .integer(visits.count(place))), ("at", .string(Timestamp.now)), ("service", .string(name))] + more))
        response.set("Cache-Control", cacheControl)
        return response
    }
}

/// Counts the requests to each place.
final class RequestCounter: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts one more request.
    func count(_ place: String) -> Int {
        counts.withLock { counts in
            counts[place, default: 0] += 1
            return counts[place, default: 0]
        }
    }
}
