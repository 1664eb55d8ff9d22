// The contracts of the rows of the task table: what their column, sorting and filters know of them.

import NetLayer

extension TaskList {
    /// Some response was held against a description that says something about it.
    var hasContracts: Bool { arrangement.heldCount > 0 }

    /// `nil` where no response of the task is held against a description.
    func contract(of id: TaskID) -> ContractMark? { arrangement.contracts[id] }

    /// What the column says of a row; `nil` where there is nothing to say.
    func shownContract(of row: TaskRow) -> ContractMark? {
        let hasResponse = row.state.isEnded && row.status != nil
        switch arrangement.contracts[row.id] {
        case .awaited?: return hasResponse || !row.state.isEnded ? .awaited : nil
        case let mark?: return mark
        case nil: return hasResponse && row.info.kind == .call ? .noSchema : nil
        }
    }

    mutating func setContract(_ mark: ContractMark?, of id: TaskID) {
        guard arrangement.contracts[id] != mark else { return }
        let row = row(id)
        arrangement.setContract(mark, of: id, row)
        guard let row, !arrangement.isPlain else { return }
        if !marks.isEmpty, !isFiltering, !arrangement.shows(row) { marks.remove(id) }
        syncSelection()
    }
}
