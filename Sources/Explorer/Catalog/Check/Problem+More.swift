// What is said once where there are more problems than memory to tell them.

import Document

extension Problem {
    /// Stands for a problem that there was no room for, and for all behind it.
    static func andMore(_ node: JSONNode, _ rule: CheckRule) -> Problem {
        Problem(
            "", node, rule, "there are more problems here, too deep to be told one by one",
            hint: "mend those that are told, and check again")
    }
}
