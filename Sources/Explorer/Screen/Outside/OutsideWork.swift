// What the screen has done outside of itself: clipboard, files, pager, editor. The wishes, and what became of them.

import Document
import NetLayer
import Workbench

/// Something that another program, the terminal or the disk does.
public enum OutsideEffect: Sendable, Equatable {
    case copy(Clip)
    case save(SaveRequest)
    /// Write the table into a file.
    case export(ExportOrder)
    /// Give up the table that is being written.
    case stopExport
    /// Show the text in the pager.
    case page(OutsideText)
    case edit(EditRequest)
    /// See whether a file can be read. As typed: `~` and relative paths are the runtime's to resolve.
    case look(String)
    /// Put a body through a line of shell; the one that runs is ended.
    case pipe(PipeRequest)
    case endPipe
}

/// How it went.
public enum OutsideEvent: Sendable, Equatable {
    /// So many bytes are on their way to the clipboard.
    case copied(Clip, Result<Int, Failure>)
    case saving(SaveRequest, done: Int, total: Int)
    case saved(SaveRequest, Result<SavedFile, SaveFailure>)
    /// So many rows are written.
    case exporting(ExportOrder, done: Int, total: Int)
    case exported(ExportOrder, ExportEnd)
    /// The pager has ended; `nil` as it should.
    case paged(Failure?)
    case edited(EditRequest, Result<String, Failure>)
    /// What the file of that path, as it was asked for, is.
    case looked(String, FileLook)
    /// So many bytes have come out of a line of shell, which goes on.
    case piping(PipeRequest, bytes: Int)
    case piped(Piped)
}

/// Text that leaves the screen.
public enum OutsideText: Sendable, Hashable {
    case text(String)
    /// A body as the screen shows it, which only the runtime has whole.
    case body(TaskID, BodyMode)
    /// One value of a JSON body, by its node: a string's text, anything else as JSON.
    case value(TaskID, node: Int, filter: JSONPath? = nil)
    /// All rows of a table.
    case table(TableRequest, TableExport.Format)
}

/// Text for the clipboard.
public struct Clip: Sendable, Hashable {
    /// What it is, for the notice: `the URL`.
    public var what: String
    public var content: OutsideText
}

/// A body that goes into a file.
public struct SaveRequest: Sendable, Hashable {
    public var task: TaskID
    /// As typed: `~` and relative paths are the runtime's to resolve.
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
    /// The file is there already.
    case exists
    case failed(Failure)
}

/// Text that a person edits in a program of their own.
public struct EditRequest: Sendable, Hashable {
    /// Where the text goes when it comes back.
    let place: EditableText
    /// What the editor's file is called, so that it knows the language: `body.json`.
    public let fileName: String

    /// What it is called, for notices.
    public var name: String { place.name }
    public var text: String { place.text }
}

extension Model {
    /// Takes in how work outside went.
    mutating func update(_ event: OutsideEvent) -> [Effect] {
        switch event {
        case .copied(let clip, .success(let bytes)): say("Copied \(clip.what), \(Quantity.bytes(Int64(bytes)))")
        case .copied(_, .failure(let failure)), .paged(.some(let failure)), .edited(_, .failure(let failure)): complain(failure)
        case .paged(nil): break
        case .looked(let path, let look): return looked(path, look)
        case .piping(let request, let bytes): result.pipe.receive(request, bytes: bytes)
        case .piped(let piped): return receive(piped)
        case .edited(let request, .success(let text)): return takeEdited(request, text)
        case .saving(let request, let done, let total):
            say("Saving \(request.path): \(Quantity.bytes(Int64(done))) of \(Quantity.bytes(Int64(total)))")
        case .exporting(let order, let done, let total):
            if result.exporting == order {
                show("Writing \(order.path): \(Quantity.count(done)) of \(Quantity.count(total)) rows · esc stops it", .info)
            }
        case .exported(let order, let end): exported(order, end)
        case .saved(_, .success(let file)): say("Saved \(Quantity.bytes(Int64(file.bytes))) to \(file.path)")
        case .saved(let request, .failure(.exists)):
            // Somebody may have opened something else meanwhile: nobody answers a question that was not read.
            if dialogs.open == nil {
                dialogs.open = Question.overwrite(request)
            } else {
                say("\(request.path) is there already: nothing was saved; W asks again", .warning)
            }
        case .saved(_, .failure(.failed(let failure))): complain(failure)
        }
        return []
    }

    private mutating func complain(_ failure: Failure) {
        say(
            [failure.title + (failure.detail.isEmpty ? "" : ": " + failure.detail), failure.hint].filter { !$0.isEmpty }.joined(
                separator: ". "), .error)
    }

    /// The task that copying, saving and paging are about.
    var outsideTask: TaskID? { focus == .tasks ? tasks.selectedID : result.task }

    /// The task whose body that is, or what a program made of the shown one.
    var outsideBody: TaskID? { focus == .tasks ? tasks.selectedID : result.body }

    /// Why there is no body of that task to do something with.
    func whyNoBody(_ task: TaskID?) -> String? {
        guard let task else { return focus == .tasks ? "There are no requests yet" : "There is no answer yet" }
        if result.lists[task] == nil, let reason = whyNothingSent(task) { return reason }
        guard let answer = result.answers[task] else {
            return result.evicted.contains(task) ? "Its body is kept no longer: r sends it again" : "Its answer is not there yet"
        }
        return answer.bytes == 0 ? "The answer has no body" : nil
    }
}
