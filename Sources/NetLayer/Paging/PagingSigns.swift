// The names that interfaces give to the parts of their pages, the surest first;
// PagingDetection looks for them.

enum PagingSigns {
    /// Members that contain the facts about pages.
    static let wrappers = [
        "", "/meta", "/pagination", "/paging", "/page", "/links", "/_links", "/info", "/metadata", "/response_metadata",
        "/pageInfo",
        "/page_info", "/_metadata", "/meta/pagination", "/meta/page", "/paging/cursors", "/cursors", "/_pagination", "/data",
    ]
    /// A URL of the next page.
    static let nextURLs = [
        "next", "next_url", "nextUrl", "nextURL", "nextLink", "next_link", "next_page_url", "nextPageUrl", "nextPageLink",
        "next_href",
        "next_page", "nextPage", "@odata.nextLink", "odata.nextLink", "next/href", "next/url", "next_page/uri", "next_page_uri",
        "next_page_path", "next_page_link", "nextRecordsUrl",
    ]
    /// A cursor in the response, and the parameters that send it back.
    static let cursors: [(name: String, parameters: [String])] = [
        ("next_cursor", ["cursor", "starting_after", "after", "start_cursor", "next_cursor", "page_cursor"]),
        ("nextCursor", ["cursor", "nextCursor", "after"]),
        ("next_page_token", ["page_token", "pageToken", "next_page_token"]),
        ("nextPageToken", ["pageToken", "page_token", "nextPageToken"]),
        ("next_page_cursor", ["cursor", "page_cursor"]), ("continuation_token", ["continuation_token", "continuationToken"]),
        ("continuationToken", ["continuationToken", "continuation_token"]), ("nextContinuationToken", ["continuationToken"]),
        ("next_token", ["next_token", "pagination_token", "nextToken"]), ("nextToken", ["nextToken", "next_token"]),
        ("NextToken", ["NextToken"]),
        ("next_marker", ["marker"]), ("nextMarker", ["marker"]), ("marker", ["marker"]), ("continue", ["continue"]),
        ("endCursor", ["after", "cursor"]), ("end_cursor", ["after", "cursor"]), ("after", ["after"]), ("bookmark", ["bookmark"]),
        ("scroll_id", ["scroll_id"]), ("_scroll_id", ["scroll_id"]), ("next_page_id", ["page_id"]), ("next_offset", ["offset"]),
        ("next", ["cursor", "after", "next", "page_token", "start"]), ("next_page", ["page", "cursor"]), ("cursor", ["cursor"]),
    ]
    /// The names above that often mean something else.
    static let everydayNames: Set<String> = ["next", "next_page", "cursor", "after", "continue", "marker", "bookmark"]
    /// Parameters for the last item's id.
    static let keysets = ["starting_after", "after_id", "since_id", "last_id"]
    static let pageNumbers = [
        "page", "pageNumber", "page_number", "pageNo", "page_no", "pageNum", "page_num", "pageIndex", "page_index",
        "page[number]", "currentPage",
    ]
    static let offsets = [
        "offset", "skip", "$skip", "startAt", "start_at", "startIndex", "start_index", "start", "from", "_start", "page[offset]",
    ]
    /// The names above that often mean something else.
    static let everydayOffsets: Set<String> = ["start", "from"]
    static let totals = [
        "total", "total_count", "totalCount", "total_items", "totalItems", "total_results", "totalResults", "totalElements",
        "total_entries",
        "totalRecords", "total_records", "numFound", "count",
    ]
    static let totalHeaders = ["X-Total-Count", "X-Total", "Total-Count", "X-Pagination-Total-Count", "X-WP-Total"]
    static let pageCounts = [
        "total_pages", "totalPages", "page_count", "pageCount", "last_page", "lastPage", "number_of_pages", "pages", "max_page",
    ]
    static let pageCountHeaders = ["X-Total-Pages", "X-Page-Count", "X-WP-TotalPages"]
    static let moreFlags = [
        "has_more", "hasMore", "has_next", "hasNext", "hasNextPage", "has_next_page", "more", "isTruncated", "is_truncated",
        "more_items_in_collection",
    ]
    /// The number of this page.
    static let ownNumbers = ["page", "current_page", "currentPage", "page_number", "pageNumber", "number"]

    /// Places in a body, the outermost first.
    static func places(_ names: [String]) -> [String] { wrappers.flatMap { wrapper in names.map { "\(wrapper)/\($0)" } } }
}
