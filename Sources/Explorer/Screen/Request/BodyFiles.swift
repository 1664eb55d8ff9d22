// Bodies and parts that are files: `@path` in place of the text, like `-d @FILE` of curl. The existence of a
// file is checked before the request is sent.

import Canvas
import Catalog
import NetLayer

/// The state of a file that a form names.
public enum FileLook: Sendable, Hashable {
    /// The file exists; the path is absolute.
    case there(path: String)
    /// The file cannot be sent; the text ends a sentence that begins with the path.
    case missing(String)
}

/// A request that waits until its files have been checked.
struct WaitingSend: Sendable, Hashable {
    var endpoint: Int
    /// All files of the request.
    let asked: Set<String>
    /// The files that have not been checked yet.
    var paths: Set<String>
}

extension FileLook {
    /// The path behind the `@` of a text that is one line and nothing else.
    static func path(in text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: "@"), text.utf8.count > 1, !text.contains(where: \.isNewline) else { return nil }
        return String(text.dropFirst())
    }
}

extension BodyForm {
    /// The file that the body names; `nil` for a text. A second line makes it a text.
    var filePath: String? {
        style == .text && !isSaved && !isForeign && area.lines.count == 1 ? FileLook.path(in: area.lines[0]) : nil
    }
}

extension FormField {
    /// The file that the field names.
    var filePath: String? { takesFiles && !isExpanded ? FileLook.path(in: input.text) : nil }

    /// A text that looks like a file's path where a file is allowed, but lacks the @: it
    /// would be sent as a text.
    var barePath: String? {
        let starts = ["/", "./", "../", "~/"]
        guard takesFiles, !isExpanded, !hasReferences, starts.contains(where: input.text.hasPrefix),
            !input.text.contains(where: \.isNewline)
        else { return nil }
        return input.text
    }

    /// The field accepts a file.
    var takesFiles: Bool {
        switch role {
        case .file: true
        case .part(_, _, let isFile): isFile
        // A collection's paths start in its own folder; they are resolved when they are sent.
        case .parameter, .own, .credential, .saved, .option: false
        }
    }

    /// The field of a body that is a file.
    static func file(_ body: BodyField, _ media: MediaField, _ index: Int) -> FormField {
        let field = ParameterField(
            name: "file", place: .query, isRequired: body.isRequired, type: "@path, or text",
            description: body.description)
        return FormField(field, role: .file(media: index), isPassword: false)
    }
}

extension RequestForm {
    /// The files that would be sent.
    var filePaths: Set<String> { Set(rows(of: .body).compactMap(filePath)) }

    /// Those files, and the texts that may have been meant as files.
    var pathsToLookAt: Set<String> {
        filePaths.union(rows(of: .body).compactMap { if case .field(let index) = $0 { fields[index].barePath } else { nil } })
    }

    /// The hint for a text that looks like the path of a file; the request can be sent with it.
    func bareFileHint(_ row: FormRow) -> String? {
        guard case .field(let index) = row, let path = fields[index].barePath, case .there? = files[path] else { return nil }
        return "\(fields[index].label) would be sent as this text; @\(path) sends the file"
    }

    private func filePath(_ row: FormRow) -> String? {
        switch row {
        case .field(let index): fields[index].filePath
        case .bodyText: body?.filePath
        case .add, .contentType, .choice: nil
        }
    }

    /// The problem with the file of a row, as far as it is known.
    func fileProblem(_ row: FormRow) -> String? {
        guard let path = filePath(row), case .missing(let reason)? = files[path] else { return nil }
        return "@\(path) \(reason)"
    }

    /// The path in the form that a request needs.
    func absolute(_ path: String) -> String { if case .there(let path)? = files[path] { path } else { path } }
}

extension Model {
    /// Checks the files of the selected form, each time before they are sent. `nil` when there are none.
    mutating func lookBeforeSending() -> [Effect]? {
        guard let endpoint = endpoints.selectedEndpoint, whyUnavailable(.send) == nil else { return nil }
        editForm { $0.stopEditing() }
        guard let paths = form?.pathsToLookAt, !paths.isEmpty else { return nil }
        requests.waiting = WaitingSend(endpoint: endpoint, asked: paths, paths: paths)
        return paths.sorted().map { .outside(.look($0)) }
    }

    /// Receives the check of one file; the last check lets the request go on.
    mutating func looked(_ path: String, _ look: FileLook) -> [Effect] {
        guard var waiting = requests.waiting, waiting.paths.remove(path) != nil else { return [] }
        requests.forms[waiting.endpoint]?.files[path] = look
        requests.waiting = waiting
        guard waiting.paths.isEmpty else { return [] }
        requests.waiting = nil
        guard endpoints.selectedEndpoint == waiting.endpoint else {
            say("Nothing was sent: another endpoint is selected now", .warning)
            return []
        }
        // The user has typed meanwhile: only files that were checked are sent.
        return sendSelected(lookingAtFiles: form?.pathsToLookAt != waiting.asked)
    }
}
