// External work of the screen: clipboard, files, pager, editor. The orders, and their outcomes.

import Document
import NetLayer
import Workbench

/// Work for another program, the terminal or the disk.
public enum OutsideEffect: Sendable, Equatable {
    case copy(Clip)
    case save(SaveRequest)
    /// Write tasks with their responses into an HTTP archive.
    case archive(ArchiveOrder)
    /// Write the table into a file.
    case export(ExportOrder)
    /// Abort the export of the table.
    case stopExport
    /// Show the text in `$PAGER`.
    case page(OutsideText)
    case edit(EditRequest)
    /// Check whether a file is readable. The path is as typed: the runtime resolves `~` and relative paths.
    case look(String)
    /// Pipe a body through a shell command; a running command is ended.
    case pipe(PipeRequest)
    case endPipe
}

/// The outcome of external work.
public enum OutsideEvent: Sendable, Equatable {
    /// The number of bytes that go to the clipboard.
    case copied(Clip, Result<Int, Failure>)
    case saving(SaveRequest, done: Int, total: Int)
    case saved(SaveRequest, Result<SavedFile, SaveFailure>)
    case archived(ArchiveOrder, Result<SavedFile, SaveFailure>)
    /// The number of rows written so far.
    case exporting(ExportOrder, done: Int, total: Int)
    case exported(ExportOrder, ExportEnd)
    /// `$PAGER` has ended; `nil` without a failure.
    case paged(Failure?)
    case edited(EditRequest, Result<String, Failure>)
    /// The state of the file at that path; the path is as in the question.
    case looked(String, FileLook)
    /// The number of bytes that a running shell command has written so far.
    case piping(PipeRequest, bytes: Int)
    case piped(Piped)
}

/// Text that leaves the screen.
public enum OutsideText: Sendable, Hashable {
    case text(String)
    /// A body as the screen shows it; only the runtime has all of it.
    case body(TaskID, BodyMode)
    /// One value of a JSON body, by its node: the text of a string, any other value as JSON.
    case value(TaskID, node: Int, filter: JSONPath? = nil)
    /// All rows of a table.
    case table(TableRequest, TableExport.Format)
}

/// Text for the clipboard.
public struct Clip: Sendable, Hashable {
    /// The description for the notice: `the URL`.
    public var what: String
    public var content: OutsideText
}

/// A body to save into a file.
public struct SaveRequest: Sendable, Hashable {
    public var task: TaskID
    /// As typed: the runtime resolves `~` and relative paths.
    public var path: String
    public var overwrites: Bool
}

public struct SavedFile: Sendable, Hashable {
    public var path: String
    public var bytes: Int

    public init(path: String, bytes: Int) {
        self.path = path
        self.bytes = bytes
    }
}

public enum SaveFailure: Error, Sendable, Hashable {
    /// The file exists already.
    case exists
    case failed(Failure)
}

/// Text that the user edits in an external editor.
public struct EditRequest: Sendable, Hashable {
    /// The place in a form that the text returns to; `nil` for a resource.
    let place: EditableText?
    /// The name of the editor's file, which tells the editor the language: `body.json`.
    public let fileName: String
    /// The name for notices.
    public let name: String
    public let text: String

    init(place: EditableText, fileName: String) {
        (self.place, self.fileName) = (place, fileName)
        (name, text) = (place.name, place.text)
    }

    init(resource name: String, text: String, fileName: String) {
        place = nil
        (self.name, self.text, self.fileName) = (name, text, fileName)
    }
}

extension Model {
    /// Applies the outcome of external work.
    mutating func update(_ event: OutsideEvent) -> [Effect] {
        switch event {
        case .copied(let clip, .success(let bytes)): say("Copied \(clip.what), \(Quantity.bytes(Int64(bytes)))")
        case .copied(_, .failure(let failure)), .paged(.some(let failure)): complain(failure)
        case .edited(let request, .failure(let failure)):
            complain(failure)
            if request.place == nil { return receiveEditorFailure() }
        case .paged(nil): break
        case .looked(let path, let look): return looked(path, look)
        case .piping(let request, let bytes): result.pipe.receive(request, bytes: bytes)
        case .piped(let piped): return receive(piped)
        case .edited(let request, .success(let text)):
            guard let place = request.place else { return receiveEdited(text) }
            return takeEdited(request, text, in: place)
        case .saving(let request, let done, let total):
            say("Saving \(request.path): \(Quantity.bytes(Int64(done))) of \(Quantity.bytes(Int64(total)))")
        case .exporting(let order, let done, let total):
            if result.exporting == order {
                show("Writing \(order.path): \(Quantity.count(done)) of \(Quantity.count(total)) rows · esc stops it", .info)
            }
        case .exported(let order, let end): exported(order, end)
        case .archived(let order, let result): archived(order, result)
        case .saved(_, .success(let file)): say("Saved \(Quantity.bytes(Int64(file.bytes))) to \(file.path)")
        case .saved(let request, .failure(.exists)):
            // The user may have opened another dialog meanwhile, and must not answer a
            // question that was not read.
            if dialogs.open == nil {
                dialogs.open = Question.overwrite(request)
            } else {
                say("\(request.path) already exists: nothing was saved; W asks again", .warning)
            }
        case .saved(_, .failure(.failed(let failure))): complain(failure)
        }
        return []
    }

    mutating func complain(_ failure: Failure) {
        say(
            [failure.title + (failure.detail.isEmpty ? "" : ": " + failure.detail), failure.hint].filter { !$0.isEmpty }.joined(
                separator: ". "), .error)
    }

    /// The task that copying, saving and paging apply to.
    var outsideTask: TaskID? { focus == .tasks ? tasks.selectedID : result.task }

    /// The task of the body, or the output that a program made of the shown body.
    var outsideBody: TaskID? { focus == .tasks ? tasks.selectedID : result.body }

    /// Why the task has no usable body.
    func whyNoBody(_ task: TaskID?) -> String? {
        guard let task else { return focus == .tasks ? "There are no requests yet" : "There is no response yet" }
        if result.lists[task] == nil, let reason = whyNothingSent(task) { return reason }
        guard let answer = result.answers[task] else {
            return result.evicted.contains(task)
                ? "The body is no longer stored: r sends the request again" : "The response has not arrived yet"
        }
        return answer.bytes == 0 ? "The response has no body" : nil
    }
}
