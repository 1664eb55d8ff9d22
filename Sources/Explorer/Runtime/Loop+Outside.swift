// The loop's part of external work: it lends the terminal to a program, and takes it back.

import Screen

extension Loop {
    /// Starts the work; for a program that needs the terminal, waits for its end. The
    /// network continues meanwhile.
    func perform(_ work: OutsideEffect) async {
        let outside = runner.outside
        switch work {
        case .copy(let clip): outside.copy(clip, screenwork.copy)
        case .save(let request): outside.save(request)
        case .archive(let order): outside.archive(order)
        case .export(let order): outside.export(order)
        case .stopExport: outside.stopExport()
        case .look(let path): outside.look(path)
        case .pipe(let request): outside.pipe.start(request)
        case .endPipe: outside.pipe.end()
        case .page(let text): await screenwork.lend { await outside.page(text) }
        case .edit(let request): await screenwork.lend { await outside.edit(request) }
        }
    }
}
