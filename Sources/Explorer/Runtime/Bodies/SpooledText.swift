// Text made from a body: in memory while it is small, on the disk when it is large.

import Document

struct SpooledText {
    private let spool: ArrivingBody.Spool?
    private var memory: [UInt8] = []
    private var file: MappedFile?
    private var count = 0

    /// - Parameter spool: the place for large text; `nil` keeps all of it in memory.
    init(_ spool: ArrivingBody.Spool?) { self.spool = spool }

    /// - Throws: why the disk refuses it; the earlier text stays.
    mutating func append(_ text: [UInt8]) throws(MappedFile.Code) {
        if file == nil, let spool, count + text.count > spool.memory {
            let file = try MappedFile(in: spool.folder, capacity: spool.capacity)
            try file.append(memory)
            self.file = file
            memory = []
        }
        if let file { try file.append(text) } else { memory += text }
        count += text.count
    }

    var bytes: Bytes { file.map { Bytes($0, count: count) } ?? Bytes(memory) }
}

extension SpooledText {
    /// The text of a body in UTF-8; `nil` when the disk refuses it.
    static func utf8(_ bytes: Bytes, charset: String?, _ spool: ArrivingBody.Spool?) -> Bytes? {
        var text = SpooledText(spool)
        do throws(MappedFile.Code) {
            for piece in TextPieces(bytes, charset: charset) { try text.append(piece) }
        } catch {
            return nil
        }
        return text.bytes
    }

    /// The records of a body as a JSON list; `nil` when the disk refuses it.
    /// - Parameter isPart: the last record of the body is incomplete.
    static func records(
        _ bytes: Bytes, _ kind: RecordKind, charset: String?, isPart: Bool, _ spool: ArrivingBody.Spool?
    ) -> JSONDocument? {
        var records = isPart ? RecordText(kind) : whole(bytes, kind, charset)
        if let spool { records.bound(bytes: spool.capacity - 1, values: spool.table.maxNodes - 1) }
        var text = SpooledText(spool)
        do throws(MappedFile.Code) {
            for piece in TextPieces(bytes, charset: charset) {
                records.append(piece)
                if records.rowBytes >= rowStep { try text.append(records.takeRows()) }
            }
            if !isPart { records.finish() }
            try text.append(records.takeRows() + RecordText.end)
        } catch {
            return nil
        }
        return BodyContent.document(text.bytes, isPart: false, spool)
    }

    /// The number of bytes of rows that are written at a time.
    private static let rowStep = 1 << 20

    private static func whole(_ bytes: Bytes, _ kind: RecordKind, _ charset: String?) -> RecordText {
        var beginning: [UInt8] = []
        for piece in TextPieces(bytes, charset: charset) {
            beginning += piece
            if beginning.count >= 64 << 10 { break }
        }
        return RecordText(kind, beginning: beginning[...]) { look in
            for piece in TextPieces(bytes, charset: charset) { look(piece[...]) }
        }
    }
}
