// The page that a link leads to.

extension URI {
    /// The number in the query parameter `page` or `_page`, if a list may have it (0 to a million million):
    /// for display only; links are followed as they are.
    public var pageNumber: Int? {
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == "page" || parts[0] == "_page", let number = PagingStyle.place(parts[1]) {
                return number
            }
        }
        return nil
    }
}
