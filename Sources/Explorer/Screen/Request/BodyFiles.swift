// Bodies and parts that are files: `@path` in place of the text, as `-d @FILE` is for curl. Whether a file is there is asked before
// anything is sent.

import Canvas
import Catalog
import NetLayer

/// What is known of a file that a form names.
public enum FileLook: Sendable, Hashable {
    /// It is there; the path is absolute.
    case there(path: String)
    /// It cannot be sent; the end of a sentence that begins with it.
    case missing(String)
}

/// A request that waits until its files have been looked at.
struct WaitingSend: Sendable, Hashable {
    var endpoint: Int
    /// Those that were asked for,
    let asked: Set<String>
    /// and those of them that are not known yet.
    var paths: Set<String>
}

extension FileLook {
    /// The path behind the `@` of a text that is nothing else, on one line.
    static func path(in text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: "@"), text.utf8.count > 1, !text.contains(where: \.isNewline) else { return nil }
        return String(text.dropFirst())
    }
}

extension BodyForm {
    /// The file that the body is; `nil` where it is a text. A second line makes it one.
    var filePath: String? {
        style == .text && !isSaved && !isForeign && area.lines.count == 1 ? FileLook.path(in: area.lines[0]) : nil
    }
}

extension FormField {
    /// The file that the field names.
    var filePath: String? { takesFiles && !isExpanded ? FileLook.path(in: input.text) : nil }

    /// What looks like a file's path where a file may stand, without the @ that makes it one: it would be sent as a text.
    var barePath: String? {
        let starts = ["/", "./", "../", "~/"]
        guard takesFiles, !isExpanded, !hasReferences, starts.contains(where: input.text.hasPrefix),
            !input.text.contains(where: \.isNewline)
        else { return nil }
        return input.text
    }

    /// A file may stand here.
    var takesFiles: Bool {
        switch role {
        case .file: true
        case .part(_, _, let isFile): isFile
        // A collection's paths start in its own folder; whether they lead to something shows when they are sent.
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

    /// Those, and what may have been meant as one.
    var pathsToLookAt: Set<String> {
        filePaths.union(rows(of: .body).compactMap { if case .field(let index) = $0 { fields[index].barePath } else { nil } })
    }

    /// What is said of a text that is the path of a file; the request can go so.
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

    /// What is wrong with the file of a row, as far as is known.
    func fileProblem(_ row: FormRow) -> String? {
        guard let path = filePath(row), case .missing(let reason)? = files[path] else { return nil }
        return "@\(path) \(reason)"
    }

    /// As a request needs it.
    func absolute(_ path: String) -> String { if case .there(let path)? = files[path] { path } else { path } }
}

extension Model {
    /// Asks for the files of the selected form, so that they are looked at each time they are sent. `nil` where there are none.
    mutating func lookBeforeSending() -> [Effect]? {
        guard let endpoint = endpoints.selectedEndpoint, whyUnavailable(.send) == nil else { return nil }
        editForm { $0.stopEditing() }
        guard let paths = form?.pathsToLookAt, !paths.isEmpty else { return nil }
        requests.waiting = WaitingSend(endpoint: endpoint, asked: paths, paths: paths)
        return paths.sorted().map { .outside(.look($0)) }
    }

    /// A file was looked at; the last one lets the request go on.
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
        // Somebody went on typing meanwhile: what is sent is what was looked at.
        return sendSelected(lookingAtFiles: form?.pathsToLookAt != waiting.asked)
    }
}
