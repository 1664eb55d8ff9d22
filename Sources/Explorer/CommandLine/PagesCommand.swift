// `explorer pages`: reads a list to its end, without a screen. One page is in memory at a time.

import ArgumentParser
import Catalog
import Document
import Foundation
import NetLayer
import Workbench
import Workspace

struct PagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages", abstract: "Print the items of a list, page after page to its end.",
        discussion: """
            explorer pages openapi.json listItems | jq -r .name            one item a line
            explorer pages openapi.json listItems --format csv -o items.csv
            explorer pages GET 'https://api.example.com/items?limit=100' --max-items 500

            The paging style is detected from the first response: the Link header, a next page's URL or a cursor in the body, the last item's id, a page
            number or an offset that the endpoint takes; or the workspace names it. Standard error reports the style at the end.
            When a page fails, the pages before it are printed; the exit code is that of the page.
            """)

    @OptionGroup var request: RequestArguments
    @Option(help: ArgumentHelp("Stop after this number of pages.", valueName: "n")) var maxPages: Int?
    @Option(help: ArgumentHelp("Stop after this number of items.", valueName: "n")) var maxItems: Int?
    @Option(
        help:
            "jsonl: one item a line; json: one array; csv: a header and rows, with the columns that the first page has as a table."
    )
    var format = PageWriter.Format.jsonl
    @Option(
        name: [.long, .customLong("items")],
        help: ArgumentHelp("The list's place in a response, as a JSON pointer. Default: detected.", valueName: "pointer")
    )
    var list: String?
    @Option(
        name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("Write the items to this file.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(help: "Print each task event on standard error, as one JSON object a line.") var events = false
    @OptionGroup var watching: ContractOption

    func validate() throws {
        for (name, number) in [("--max-pages", maxPages), ("--max-items", maxItems)] {
            if let number, number < 1 { throw ValidationError("\(name) must be at least 1") }
        }
        if let list, JSONPointer.tokens(list) == nil {
            throw ValidationError("--list is not a JSON pointer: write it like /data/items")
        }
    }

    func run() async throws {
        let history = CommandHistory()
        let client = try request.network.openClient(history: history.recorder)
        let interrupts = InterruptHandler()
        var target = try await request.makeListTarget(client)
        target.paging?.prepare(&target.plan)
        try CredentialConsent().applyAgreement(&target.plan, on: target.pool, request.network)
        target.plan = history.marked(target)
        request.network.warnIfInsecure(target.plan)
        let printer = events ? EventPrinter(client, [target.pool]) : nil
        let file = try Output.openFile(output)
        defer { file?.discard() }
        let work = interrupts.start {
            Task { [target] in try await readPages(target, client, into: file) }
        } cancel: {
            $0.cancel()
        }
        try await work.waitForEnd(printer, history)
    }

    // MARK: Parts

    private func readPages(_ target: ListTarget, _ client: NetClient, into file: FileReplacement?) async throws -> ExitCode {
        var writer = PageWriter(format, to: file?.descriptor ?? CommandContext.io.output) { file?.discard() }
        var pages = ContractPages(watching.check(target.contract))
        var code = ExitCode.success
        do throws(NetError) {
            let first = try await client.send(Endpoint(target.plan), on: target.pool)
            pages.add(first)
            guard (200..<300).contains(first.head.status) else { return report(pages, target, refused(first)) }
            try target.business?.refuse(first.body)
            try await read(target, first, client, &writer, &pages)
        } catch {
            // A page with an error status is no page of the list, but it has a description.
            if case .status = error.kind, let response = error.response { pages.add(response) }
            code = Task.isCancelled ? .cancelled : ExitCode(error)
            if error.kind == .decode {
                code = .badData
                StandardError.write(
                    Failure(
                        title: "This is not a page of a list", detail: error.detail,
                        hint: "Name the list's place with --list /POINTER.")
                )
            } else if code != .cancelled {
                StandardError.write(Failure(error) ?? Failure(title: error.detail, detail: "", hint: ""))
            }
        }
        writer.finish()
        // An incomplete list is better than none, and the exit code reports it.
        return file.flatMap(Output.finish) ?? report(pages, target, code)
    }

    /// Reports how the pages are by their description.
    /// - Parameter code: the exit code without that.
    private func report(_ pages: ContractPages, _ target: ListTarget, _ code: ExitCode) -> ExitCode {
        guard let finding = pages.finding else { return code }
        finding.write(of: target.plan.id, isEvent: events)
        return code.watching([finding])
    }

    private func read(
        _ target: ListTarget, _ first: RawResponse, _ client: NetClient, _ writer: inout PageWriter,
        _ pages: inout ContractPages
    ) async throws(NetError) {
        let detection = PagingDetection(target.plan, known: target.known, answer: first, list: list, override: target.paging)
        let found = detection.found
        if let what = Self.singleValue(first, detection) {
            throw NetError(.decode, detail: "the response is \(what), not a list")
        }
        var style = found?.style.beginning(with: target.plan) ?? .link()
        style.list = detection.listPointer
        let limits = PageLimits(pages: found == nil ? 1 : maxPages ?? target.paging?.limit, items: maxItems)
        let pager = Pager(target.plan, style: style, on: target.pool, client: client, limits: limits) {
            [business = target.business] page in
            try business?.refuse(page.response.body)
            return try page.elements()
        }
        var run = pager.makeAsyncIterator()
        do throws(NetError) {
            writer.write(try run.begin(with: first).items)
        } catch {
            // A list may be empty.
            guard error.kind == .noData else { throw error }
            return reportEnd(run.status, found, 0)
        }
        defer { reportEnd(run.status, found, writer.count) }
        while let page = try await run.next() {
            pages.add(page.response)
            writer.write(page.items)
        }
    }

    /// The response's value if it contains no list, not even an empty one; `nil` for a list, and for a
    /// body that is not JSON.
    private static func singleValue(_ response: RawResponse, _ detection: PagingDetection) -> String? {
        guard detection.listPointer == nil, let document = try? JSONDocument(response.body),
            JSONList.findList(in: document) == nil
        else { return nil }
        return document.root.kind == .object ? "one object" : "a single value"
    }

    private func refused(_ response: RawResponse) -> ExitCode {
        StandardError.write("explorer: the response is \(response.head.status), not a page of a list")
        StandardError.write(String(decoding: response.body.prefix(2_000), as: UTF8.self))
        return ExitCode(status: response.head.status)
    }

    private func reportEnd(_ status: PagerStatus, _ found: FoundPaging?, _ items: Int) {
        let pages = "\(status.currentPage) page\(status.currentPage == 1 ? "" : "s")"
        let how = found.map { ", by \($0.reason)" } ?? "; the response does not say that there are more"
        let cut = status.ending.flatMap(Self.words).map { "; \($0)" } ?? ""
        StandardError.write("explorer: \(items) item\(items == 1 ? "" : "s") of \(pages)\(how)\(cut)")
    }

    /// The reason for the end of the list, if the reader of the items must know it.
    private static func words(_ end: PageEnd) -> String? {
        switch end {
        case .last, .emptyPage: nil
        case .nowhere: "the response says that more pages follow, but not where"
        case .maximumPages, .maximumItems: "stopped at the limit"
        case .loop: "the next page was already read"
        case .repeated: "the server sent the same page again, and the list ends before it"
        case .foreignHost: "the next page is on another server; it was not requested"
        case .badURL: "the next page's address is not an http or https URL"
        }
    }
}
