// The properties of a body, determined once: its kind, its document when it is JSON, and the list in it.

import Document
import NetLayer
import Pictures
import Screen
import XMLText

struct BodyContent: Sendable {
    let kind: BodyKind
    /// The label of its encoding; `nil` when it is unknown.
    let charset: String?
    /// The parsed JSON text, or the JSON form of XML or of records of another format.
    private(set) var document: JSONDocument?
    /// The main list of the response.
    private(set) var list: JSONNode?
    /// How many levels of its tree are open at first.
    let openDepth: Int
    /// The body as an image.
    let picture: Picture?
    /// Remarks for the reader before the body: the text of a problem, or the place where JSON breaks.
    let notes: [String]
    /// The body is still arriving; this is the beginning.
    let isPart: Bool
    /// The place for large text that is made from it.
    let spool: ArrivingBody.Spool?

    /// The number of bytes that determine the kind of a body.
    private static let sample = 4096

    /// The largest file that is decoded as an image, in bytes.
    private static let largestPicture = 64 << 20

    /// The body's own bytes take precedence over its type: servers are often wrong about it.
    /// - Parameter spool: the place for large text that is made from it; `nil` keeps it in memory.
    init(_ bytes: Bytes, _ head: ResponseHead, isPart: Bool = false, spool: ArrivingBody.Spool? = nil) {
        let sample = Array(bytes[0..<min(bytes.count, Self.sample)])
        let header = head.headers["Content-Type"] ?? ""
        let type = header.lowercased()
        let first = sample.first { $0 > 0x20 }
        let isHTML = type.contains("html")
        let charset = LegacyText.charset(
            of: sample, header: head.charset, isMarkup: isHTML || type.contains("xml") || first == UInt8(ascii: "<"))
        let mayBeJSON = type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let json = mayBeJSON ? Self.document(bytes, isPart: isPart, spool) : nil
        let isBinary = charset == nil && TextDecoding.looksBinary(sample)
        let isXML = !isHTML && (type.contains("xml") || sample.starts(with: Array("<?xml".utf8)))
        let xml =
            json == nil && isXML ? (try? XMLText.makeJSON(bytes)).flatMap { Self.document(Bytes($0), isPart: false, spool) } : nil
        let records =
            json == nil && xml == nil && !bytes.isEmpty
            ? Self.records(bytes, header, charset, isBinary: isBinary, isPart: isPart, spool) : nil
        document = json ?? xml ?? records
        list = document.flatMap { Self.list(in: $0, head) }
        openDepth = document.map { JSONTree.openDepth(for: $0) } ?? .max
        self.charset = charset
        self.isPart = isPart
        self.spool = spool
        picture = isBinary || type.contains("svg") || xml != nil ? Self.picture(bytes, isPart: isPart) : nil
        kind =
            if bytes.isEmpty { .empty } else if json != nil { .json } else if xml != nil { .xml } else if records != nil {
                .records
            } else if isHTML { .html } else { isBinary ? .binary : .text }
        notes =
            if let json { Self.problem(in: json, type) } else if kind == .text, !isPart, type.contains("json") {
                Self.fault(in: bytes).map { ["This is not valid JSON: \($0)"] } ?? []
            } else { [] }
    }

    /// An error concerns one thing, whatever it lists: only a top-level array counts as a list then.
    private static func list(in document: JSONDocument, _ head: ResponseHead) -> JSONNode? {
        head.status >= 400 && document.root.kind == .object ? nil : JSONList.findList(in: document)
    }

    /// The title and the detail of a problem (RFC 9457).
    private static func problem(in document: JSONDocument, _ type: String) -> [String] {
        guard type.contains("problem+json") else { return [] }
        return ["title", "detail"].compactMap { document.root.resolve(pointer: "/\($0)")?.string }.filter { !$0.isEmpty }
    }

    private static func fault(in bytes: Bytes) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONDocument(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// A JSON text whose table of values may be on the disk; `nil` when it is no JSON, or has
    /// more values than the limit.
    static func document(_ bytes: Bytes, isPart: Bool, _ spool: ArrivingBody.Spool?) -> JSONDocument? {
        guard let spool else { return try? JSONDocument(bytes, isPart: isPart) }
        return try? JSONDocument(bytes, isPart: isPart, table: spool.table)
    }

    /// An image is decoded once it is complete.
    private static func picture(_ bytes: Bytes, isPart: Bool) -> Picture? {
        guard !isPart, let facts = ImageFacts(Array(bytes[0..<min(bytes.count, 1 << 20)])) else { return nil }
        let preview = bytes.count <= largestPicture ? Pictures.preview(bytes.array, facts) : nil
        return Picture(facts: facts, preview: preview)
    }

    init(_ response: RawResponse, spool: ArrivingBody.Spool? = nil) {
        self.init(Bytes(response.body), response.head, spool: spool)
    }

    /// Moves the table of its document.
    mutating func settle(_ move: (JSONDocument) -> JSONDocument) {
        guard let old = document else { return }
        document = move(old)
        list = list.flatMap { document?.node($0.id) }
    }

    /// Parts of a multipart body may be binary and are cut as bytes; everything else is text.
    /// - Parameter header: the Content-Type as received: the case of a boundary matters.
    private static func records(
        _ bytes: Bytes, _ header: String, _ charset: String?, isBinary: Bool, isPart: Bool, _ spool: ArrivingBody.Spool?
    ) -> JSONDocument? {
        guard
            let kind = RecordKind(contentType: header)
                ?? (isBinary ? nil : RecordKind(lookingAt: bytes.prefix(RecordKind.sampleLength + 3).array))
        else {
            return nil
        }
        if case .multipart = kind { return SpooledText.records(bytes, kind, charset: nil, isPart: isPart, spool) }
        // Each record of a sequence begins with a control character.
        guard !isBinary || kind == .jsonSequence else { return nil }
        return SpooledText.records(bytes, kind, charset: charset, isPart: isPart, spool)
    }

    /// Its memory beside the bytes of the body.
    var size: Int {
        guard let document else { return 0 }
        return document.tableMemory + (kind == .json ? 0 : document.text.memory)
    }
}

extension ResponseHead {
    /// The `charset` parameter of the content type (RFC 9110 §8.3.2).
    var charset: String? { headers["Content-Type"].flatMap { HeaderParameters($0)["charset"] } }
}
