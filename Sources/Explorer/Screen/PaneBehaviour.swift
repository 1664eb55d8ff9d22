// The interface of a pane to the rest: how it performs a command, and how it renders.

import Canvas

/// A pane as a namespace of pure functions over the model.
protocol PaneBehaviour {
    /// `nil`: the command has no meaning of its own here.
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]?
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool)
}

extension Command {
    /// The distance that the command moves in a list of that height; `nil` when it does not
    /// move. The ends are at ±∞.
    func distance(height: Int) -> Int? {
        switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -max(1, height - 1)
        case .pageDown: max(1, height - 1)
        case .halfUp: -max(1, height / 2)
        case .halfDown: max(1, height / 2)
        case .top: -1_000_000_000
        case .bottom: 1_000_000_000
        default: nil
        }
    }
}
