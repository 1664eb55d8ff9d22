// XML as JSON, so that the tree, the table, search and filters need to know only JSON.

import CXML

/// Why a text is no XML that is read, and where.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a clause without a full stop.
    public let message: String
    /// The line, from 1.
    public let line: Int

    /// `line 3: …`.
    public var description: String { "line \(line): \(message)" }
}

/// Reads XML 1.0 with libxml2. Nothing outside of the text is opened, and no entity of its own is replaced: `&name;` stays as it is written, however
/// much it stands for; what would grow without end is refused. Elements deeper than 256 and single texts longer than 10 MB are refused, as libxml2 does by default.
public enum XMLText {
    /// The document as a JSON text: an object with the root element.
    ///
    /// An element with nothing but text is a string. Any other is an object: attributes as `@name`, elements by their names, text beside them as `#text`, in
    /// the order of the document. Elements of one name that follow each other are an array. Comments and processing instructions are left out.
    /// - Parameter bytes: in UTF-8 or UTF-16, or in an encoding that the XML declaration names.
    /// - Throws: ``XMLError`` with the first fault.
    public static func json(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
        var tree = XMLTree()
        try read(bytes, into: &tree)
        return tree.json
    }

    private static func read(_ bytes: [UInt8], into tree: inout XMLTree) throws(XMLError) {
        guard bytes.count < Int(Int32.max) else { throw XMLError(message: "it is longer than 2 GB", line: 1) }
        let options = Int32(CXML_NOERROR | CXML_NOWARNING | CXML_NONET)
        xmlResetLastError()
        let failure = bytes.withUnsafeBytes { buffer -> XMLError? in
            guard
                let reader = xmlReaderForMemory(
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, nil, options)
            else { return XMLError(message: "it cannot be read", line: 1) }
            defer { xmlFreeTextReader(reader) }
            while true {
                let result = xmlTextReaderRead(reader)
                guard result == 1 else { return result == 0 ? nil : fault(at: reader) }
                take(reader, into: &tree)
            }
        }
        if let failure { throw failure }
        guard !tree.isEmpty else { throw XMLError(message: "it has no element", line: 1) }
    }

    private static func take(_ reader: OpaquePointer, into tree: inout XMLTree) {
        switch Int(xmlTextReaderNodeType(reader)) {
        case CXML_ELEMENT:
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            tree.open(text(xmlTextReaderConstName(reader)))
            while xmlTextReaderMoveToNextAttribute(reader) == 1 {
                tree.attribute(text(xmlTextReaderConstName(reader)), text(xmlTextReaderConstValue(reader)))
            }
            if isEmpty { tree.close() }
        case CXML_END_ELEMENT: tree.close()
        case CXML_TEXT, CXML_CDATA, CXML_SIGNIFICANT_SPACE:
            tree.text(text(xmlTextReaderConstValue(reader)))
        case CXML_ENTITY_REFERENCE: tree.text("&\(text(xmlTextReaderConstName(reader)));")
        default: break
        }
    }

    private static func text(_ pointer: UnsafePointer<UInt8>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    private static func fault(at reader: OpaquePointer) -> XMLError {
        guard let error = xmlGetLastError(), let message = error.pointee.message else {
            return XMLError(message: "it is broken", line: Int(xmlTextReaderGetParserLineNumber(reader)))
        }
        let words = String(cString: message).split(whereSeparator: \.isNewline).joined(separator: " ")
        return XMLError(message: words, line: max(1, Int(error.pointee.line)))
    }
}
