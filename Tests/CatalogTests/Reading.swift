// Shorthands of these tests.

import Catalog
import NetLayer

/// Reads a description from its text.
func read(_ text: String, base: String? = nil) throws(DescriptionError) -> APIDescription {
    try APIDescription.parse(Array(text.utf8), source: "api.json", base: base.map { URI($0) })
}

/// A description around these paths: the members of `paths`, and any further top-level members.
func description(_ paths: String, _ more: String = "") -> String {
    "{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"Shop\", \"version\": \"1\"}, \"servers\": [{\"url\": \"https://shop.example/v1\"}],\n"
        + (more.isEmpty ? "" : more + ",\n") + "\"paths\": {\n\(paths)\n}}"
}

extension APIDescription {
    /// The lines of a list.
    var listed: [String] { endpoints.map { "\($0.method) \($0.path) \($0.id)" } }
    /// The warnings as people see them.
    var warned: [String] { warnings.map(\.description) }
}
