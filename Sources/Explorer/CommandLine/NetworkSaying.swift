// What commands say on standard error of how a request goes.

import NetLayer
import Workbench

extension NetworkSettings {
    /// The wire request that is only shown. Says what it goes without.
    /// - Throws: why the plan cannot be sent. Exit code 64.
    func shownRequest(of plan: RequestPlan, on pool: ServicePool) throws(Refusal) -> WireRequest {
        do throws(NetError) {
            let request = try wireRequest(of: plan, on: pool)
            request.withheld?.sayWithheld(plan.id)
            return request
        } catch {
            let failure = Failure(error) ?? Failure(title: error.detail, detail: "", hint: "")
            throw Refusal(failure, exitCode: ExitStatus.usage)
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
