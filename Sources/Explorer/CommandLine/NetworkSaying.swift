// What commands say on standard error of how a request goes.

import ArgumentParser
import NetLayer
import Workbench

extension NetworkSettings {
    /// The wire request that is only shown. Says what it goes without.
    /// - Throws: the exit code of a plan that cannot be sent, which is said.
    func shownRequest(of plan: RequestPlan, on pool: ServicePool) throws -> WireRequest {
        do throws(NetError) {
            let request = try wireRequest(of: plan, on: pool)
            request.withheld?.sayWithheld(plan.id)
            return request
        } catch {
            Complaint.write(Failure(error) ?? Failure(title: error.detail, detail: "", hint: ""))
            throw ExitCode.usage
        }
    }

    /// Says that anybody may read along, and who has it so.
    func sayInsecure(_ plan: RequestPlan) {
        guard plan.connection.insecure else { return }
        Complaint.write(
            "explorer: certificates are not checked (\(connection.insecure ? "--insecure" : "the collection or workspace says so"))"
        )
    }
}
