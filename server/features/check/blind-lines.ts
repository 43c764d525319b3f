import { device } from '#contract/entities/asset/device/device.ts'
import { blindCheck } from '#contract/entities/check/blind.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { lineCodeFields } from '#contract/entities/check/line-codes.ts'
import type { BlindTask } from '#server/kit/access/blind-tasks.ts'

/** Blind checks, for the phones' feed. */
export const blindLines: BlindTask = {
  ...blindCheck,
  line: checkLine,
  counted: device,
  codes: lineCodeFields,
  standingQuery: (actor, ids) => ({
    text: `select l.id, l.seen_by_id = $2 as mine from check_line l where l.tenant_id = $1 and l.id = any($3::uuid[])
    and (l.seen_by_id = $2 or exists (select 1 from check_scan s where s.tenant_id = l.tenant_id and s.line_id = l.id and s.user_id = $2))`,
    values: [actor.tenantId, actor.userId, ids],
  }),
}
