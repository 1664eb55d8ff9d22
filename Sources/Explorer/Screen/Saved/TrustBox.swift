// The question whether to trust the workspace with its new needs: every need in
// full view, or no question at all.

import Canvas
import Catalog
import Workbench

/// The new needs of a workspace, as the dialog shows them.
struct TrustBox: Sendable, Hashable {
    let wish: TrustRequest

    init(_ wish: TrustRequest) { self.wish = wish }

    var lines: [String] {
        ["\(Printable.visible(wish.path)) wants something new. It"] + wish.open.map { TrustQuestion.formatLine($0) }
            + [wish.open.count == 1 ? "Trust it with this?" : "Trust it with these \(wish.open.count)?"]
    }

    /// No line of it is cut off.
    func fits(on size: Size) -> Bool {
        let widest = lines.map(TextWidth.measure).max() ?? 0
        return widest + 4 <= size.width && lines.count + 4 <= size.height
    }
}

extension Model {
    /// The user agrees to the needs that the dialog shows.
    mutating func agree(to box: TrustBox) -> [Effect] {
        guard box.fits(on: view.size) else {
            say("The screen is too small to show everything: explorer trust \(box.wish.path), then :reload", .warning)
            return []
        }
        return [.description(.agree(box.wish))]
    }
}
