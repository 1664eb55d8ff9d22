// Turns a look into what this terminal can show: numbers of colours and attributes. Pure; knows depths, not curses.

import Canvas

/// A look in the terminal's own terms.
struct Rendition: Hashable {
    /// Colour numbers as the terminal's description counts them; -1 the terminal's default.
    var foreground: Int
    var background: Int
    var attributes: Attributes
}

/// Reduces looks to a depth of colour by the nearest colour there is.
struct ColorReducer {
    let depth: ColorDepth
    /// Whether colour numbers below 256 still name the palette at depth `.trueColor`, as in this program's own description.
    let keepsPalette: Bool
    /// The theme's ordinary text on its page.
    let ground: Look

    /// - Parameter standIn: the attributes that take the place of a background too faint for the terminal's colours; empty where
    ///   it may be lost.
    func rendition(_ look: Look, standIn: Attributes = []) -> Rendition {
        switch depth {
        case .mono: Rendition(foreground: -1, background: -1, attributes: look.attributes)
        case .ansi8, .ansi16: reduced(look, standIn)
        case .ansi256: Rendition(foreground: readable(look), background: number(look.background), attributes: look.attributes)
        case .trueColor:
            Rendition(foreground: number(look.foreground), background: number(look.background), attributes: look.attributes)
        }
    }

    /// A style as it is shown under what is laid over it.
    func rendition(_ style: Style, under overlay: Style?, in theme: Theme) -> Rendition {
        rendition(theme.combined(style: style, overlay: overlay), standIn: Self.standIn(for: overlay))
    }

    /// What shows an overlay on a terminal that cannot show its background: a raised ground may be lost, a selection never.
    private static func standIn(for overlay: Style?) -> Attributes {
        switch overlay {
        case nil, .surface, .header, .footer, .dialog: []
        case .selectionUnfocused: .underline
        default: .reverse
        }
    }

    private func number(_ ink: Ink?) -> Int {
        switch ink {
        case nil, .terminal: return -1
        case .indexed(let index):
            return depth == .trueColor && !keepsPalette && index >= 8 ? direct(RGB(palette: Int(index))) : Int(index)
        case .rgb(let red, let green, let blue):
            let color = RGB(Int(red), Int(green), Int(blue))
            return depth == .trueColor ? direct(color) : color.nearest(16..<256)
        }
    }

    /// The palette is coarse, and two colours can come nearer to each other in it: then the nearest one counts that is read as well.
    private func readable(_ look: Look) -> Int {
        guard case .rgb? = look.foreground, case .rgb? = look.background, let color = rgb(look.foreground),
            let ground = rgb(look.background)
        else { return number(look.foreground) }
        let shown = RGB(palette: number(look.background))
        // WCAG's bars for text and for what stands beside it: the one that the theme's own colours reach.
        let real = color.contrast(with: ground)
        guard let bar = [4.5, 3].first(where: { real >= $0 }) else { return number(look.foreground) }
        guard RGB(palette: number(look.foreground)).contrast(with: shown) < bar else { return number(look.foreground) }
        return color.nearest(16..<256) { $0.contrast(with: shown) >= bar }
    }

    /// Numbers below 256 are taken by the palette: almost black blues get a trace of green, which nobody sees.
    private func direct(_ color: RGB) -> Int { color.packed < 256 ? color.packed | 0x100 : color.packed }

    // With eight or sixteen colours, which every user sets to taste, there is no telling how a page's own greys come out, and
    // two of them easily become the same. So the page and everything grey is left to the terminal, raised
    // greys fall to the page, and what must stand out without a colour is shown in reverse.
    private func reduced(_ look: Look, _ standIn: Attributes) -> Rendition {
        let places = 0..<(depth == .ansi16 ? 16 : 8)
        var result = Rendition(foreground: -1, background: -1, attributes: look.attributes)
        let background = rgb(look.background)
        let page = rgb(ground.background)
        let isRaised = look.background != ground.background
        if case .indexed(let index)? = look.background {
            result.background = Int(index) < places.upperBound ? Int(index) : RGB(palette: Int(index)).nearest(places)
        } else if let background, isRaised, background.chroma > 90, background.nearest(places) != page?.nearest(places) {
            result.background = background.nearest(places)
        } else if isRaised {
            let isFar = abs((background?.lightness ?? 0) - (page?.lightness ?? 0)) > 100
            result.attributes.formUnion(isFar ? .reverse : standIn)
            if result.attributes.contains(.reverse) { return result }
        }
        if result.background >= 0 {
            // Text on a colour: black or white, whichever is further away.
            result.foreground = RGB(palette: result.background).lightness > 110 ? 0 : 7
        } else if case .indexed(let index)? = look.foreground {
            result.foreground = Int(index) < places.upperBound ? Int(index) : RGB(palette: Int(index)).nearest(places)
        } else if let foreground = rgb(look.foreground), look.foreground != ground.foreground {
            // A light tint of a colour is nearer to white than to the colour: its hue counts, not its lightness.
            if foreground.chroma > 40 {
                result.foreground = pure(foreground).nearest(1..<7)
            } else if let page, let text = rgb(ground.foreground),
                abs(foreground.lightness - page.lightness) * 4 < abs(text.lightness - page.lightness) * 3
            {
                result.attributes.insert(.dim)
            }
        }
        return result
    }

    private func rgb(_ ink: Ink?) -> RGB? {
        switch ink {
        case nil, .terminal: nil
        case .indexed(let index): RGB(palette: Int(index))
        case .rgb(let red, let green, let blue): RGB(Int(red), Int(green), Int(blue))
        }
    }

    /// The same hue with as much colour as there can be.
    private func pure(_ color: RGB) -> RGB {
        let low = min(color.red, color.green, color.blue)
        let spread = max(1, color.chroma)
        // Red is for what failed: an orange is nearer to it than to yellow, and is shown as yellow.
        if color.red == max(color.green, color.red, color.blue), color.green - color.blue > spread / 5 { return RGB(205, 205, 0) }
        return RGB((color.red - low) * 205 / spread, (color.green - low) * 205 / spread, (color.blue - low) * 205 / spread)
    }
}
