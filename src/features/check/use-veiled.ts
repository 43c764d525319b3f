import { checkStatistics } from '#contract/calls/check/check-report.ts'
import { blindCheck } from '#contract/entities/check/blind.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'

/** Whether a check hides its lines and figures from this person: a running blind check in which they count, without the right to judge it. */
export function useVeiled(row: Row): boolean {
  const mayJudge = useSession((state) => state.person?.rights.includes(blindCheck.judge)) ?? false
  const { data } = useCall(checkStatistics, { checkId: row.id })
  return data?.isCounter === true && data.mode === blindCheck.is && data.checkStatus === 'open' && !mayJudge
}
