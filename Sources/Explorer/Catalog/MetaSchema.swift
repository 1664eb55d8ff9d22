// The schema of schemas: descriptions may refer to it, and its dialects list their vocabularies.

import Document
import NetLayer

/// The metaschema of JSON Schema 2020-12, and the parts that it consists of.
enum MetaSchema {
    /// The address of the metaschema. Its parts have addresses in the same folder.
    static let address = folder + "schema"
    private static let folder = "https://json-schema.org/draft/2020-12/"

    /// Whether an address is that of the metaschema or of a part of it.
    static func isKnown(_ address: String) -> Bool { address.hasPrefix(folder) }

    static let references = References(
        documents: DocumentSet(
            (try? JSONDocument(PackageResources.metaschema_json)) ?? .empty, location: URI(address)))
}
