// What the schema of a stream describes: descriptions differ, and do not say which they mean.

import Document
import JSONSchema

/// The schema of a stream of records.
struct RecordSchema {
    /// What the schema describes.
    enum Subject {
        /// The stream as a text, which any stream fits.
        case text
        /// The array of all records.
        case all
        /// Each record.
        case record
        /// The data of each server-sent event.
        case payload
    }

    let link: SchemaLink
    let subject: Subject
    private let isEvents: Bool
    /// The description calls the data of an event a text, as it is sent. Records have data that is JSON as values.
    private let hasDataAsText: Bool

    init(_ link: SchemaLink, isEvents: Bool) {
        (self.link, self.isEvents) = (link, isEvents)
        let schema = link.resolve()
        let data = isEvents ? schema.properties.first { $0.name == "data" } : nil
        hasDataAsText = data?.schema.resolve().rules.kinds == [.string]
        if schema.rules.kinds == [.string] {
            subject = .text
        } else if isEvents {
            subject = data == nil ? .payload : .record
        } else {
            subject = schema.rules.isList ? .all : .record
        }
    }

    /// The value of a record that the schema describes, with its place in the record; `nil` for a record that is still
    /// arriving, and for the word that ends some streams.
    func value(of record: JSONNode) -> (value: JSONNode, place: String)? {
        guard !(isEvents && record["incomplete"]?.kind == .true) else { return nil }
        guard subject == .payload else { return (record, "") }
        guard let data = record["data"], data.string != "[DONE]" else { return nil }
        return (data, "/data")
    }

    func ignores(_ mismatch: SchemaMismatch, in record: JSONNode) -> Bool {
        hasDataAsText && mismatch.pointer == "/data" && record["data"]?.kind != .string
    }
}
