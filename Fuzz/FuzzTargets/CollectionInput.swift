// Fuzzes the readers of other programs' files: their report must match their requests, and all places
// must be in the file.

import Document
import RequestFiles

enum CollectionInput {
    static func run(_ target: FuzzTarget, _ bytes: [UInt8]) throws(FuzzFinding) {
        let (collection, failure) = read(target, bytes)
        let (again, failureAgain) = read(target, bytes)
        try require(failure == failureAgain && collection == again, "two readings differ")
        // A form feed and similar characters end lines too.
        let lines = bytes.count + 1
        if let failure {
            try require(!failure.message.isEmpty, "the error has no words")
            try require((1...lines).contains(failure.place.line ?? 1), "the error stands outside of the text: \(failure)")
        }
        guard let collection else { return }
        let requests = collection.requests
        try require(
            collection.report.requests == requests.count,
            "\(collection.report.requests) requests are reported, and \(requests.count) are there")
        for place in requests.map(\.place) + collection.report.notes.map(\.place) {
            try require((1...lines).contains(place.line ?? 1), "\(place) is outside of the text")
        }
        for note in collection.report.notes { try require(!note.message.isEmpty, "a note has no words: \(note.place)") }
    }

    private static func read(_ target: FuzzTarget, _ bytes: [UInt8]) -> (RequestCollection?, ImportError?) {
        do throws(ImportError) {
            return (try collection(target, bytes), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func collection(_ target: FuzzTarget, _ bytes: [UInt8]) throws(ImportError) -> RequestCollection? {
        switch target {
        case .json, .yaml, .openapi: return nil
        case .http:
            let files = FuzzFiles.split(bytes)
            let environments = zip(["http-client.env.json", "http-client.private.env.json", ".env"], files.dropFirst())
            return try HTTPFileReader.readCollection(
                files.first ?? [], file: "fuzz.http", environmentFiles: environments.map { (path: $0, bytes: $1) })
        case .curl:
            _ = CurlReader.recognises(bytes)
            return try CurlReader.readCollection(bytes, file: "fuzz.sh")
        case .har:
            let exchanges = try HARExchanges(bytes, file: "fuzz.har")
            for number in 0..<exchanges.count { _ = exchanges.exchange(number) }
            return try HARReader.readCollection(bytes, file: "fuzz.har")
        case .postman: return try PostmanReader.readCollection(bytes, file: "fuzz.json")
        case .insomnia: return try InsomniaReader.readCollection(bytes, file: "fuzz.yaml")
        case .bruno:
            let files = FuzzFiles.split(bytes)
            guard files.count > 1 else { return try BrunoReader.readCollection(bytes, file: "fuzz.bru") }
            let paths = [
                "bruno.json", "collection.bru", "a.bru", "b/folder.bru", "b/c.bru", "environments/e.bru", ".env", "d.bru",
            ]
            return try BrunoReader.readCollection(zip(paths, files).map { (path: $0, bytes: $1) })
        case .slumber: return try SlumberReader.readCollection(bytes, file: "fuzz.yml")
        case .atac: return try ATACReader.readCollection(bytes, file: "fuzz.json")
        }
    }
}
