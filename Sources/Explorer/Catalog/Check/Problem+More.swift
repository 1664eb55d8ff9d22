// The last problem of a list that is too long for its memory budget.

import Document

extension Problem {
    /// Stands for the problem that exceeds the budget, and for all problems after it.
    static func andMore(_ node: JSONNode, _ rule: CheckRule) -> Problem {
        Problem(
            "", node, rule, "there are more problems here, nested too deep to report",
            hint: "correct the reported ones, and check again")
    }
}
