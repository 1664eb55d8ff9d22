// The theme for terminals without colours and for users who want none
// (NO_COLOR): only attributes distinguish styles.

extension Theme {
    /// Attributes only, on the terminal's own colours.
    public static let plain: Theme = {
        let attributes: [Style: Attributes] = [
            .muted: .dim, .title: .bold, .accent: .bold, .border: .dim, .borderFocus: .bold, .footerKey: .bold,
            .selection: .reverse, .selectionUnfocused: .underline, .mark: .bold, .match: [.bold, .underline],
            .changed: [.bold, .underline], .cursor: .reverse,
            .input: .underline, .inputRequired: .bold, .error: .bold, .warning: .bold, .success: .bold,
            .dialogButtonFocus: .reverse, .jumpLabel: [.reverse, .bold],
            .methodDelete: .bold, .status4xx: .bold, .status5xx: .bold, .taskQueued: .dim, .taskRunning: .bold,
            .taskFailed: .bold, .taskTimedOut: .bold, .taskCancelled: .dim, .taskSuperseded: .dim, .jsonKey: .bold,
            .jsonNull: .dim,
            .jsonPunct: .dim, .tableHeader: [.bold, .underline], .tableCursor: [.reverse, .bold], .tab: .dim,
            .tabActive: [.bold, .underline], .scrollbar: .dim, .control: [.reverse, .dim],
            .docStrong: .bold, .docEmphasis: .italic, .docCode: .bold, .docLink: .underline,
        ]
        // Every style is named: a style left out would inherit from its
        // group, or appear reversed as an overlay.
        var tokens: [String: Appearance] = [:]
        for style in Style.allCases { tokens[style.rawValue] = Appearance(attributes: attributes[style] ?? []) }
        return Theme(name: "plain", tokens: tokens)
    }()
}
