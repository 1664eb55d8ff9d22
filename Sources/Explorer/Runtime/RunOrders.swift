// Orders for the rows of chains and groups of saved requests.

import Screen
import Workbench

extension RunRows {
    func obey(_ order: RunOrder) {
        switch order {
        case .open(let row, let kind, let title, let count, let parent): openRow(row, kind, title, count: count, in: parent)
        case .skip(let title, let method, let row): skipMember(title, method, in: row)
        case .close(let row, let failure): closeRow(row, failure: failure)
        }
    }
}
