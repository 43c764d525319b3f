import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { ambulanceVehicle } from '#contract/entities/check/ambulance-vehicle.ts'
import { checkDept } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import type { DeptHolding } from '#server/kit/write/dept-holdings.ts'

const runs = (check: string): string =>
  `exists (select 1 from check_task t where t.tenant_id = p.tenant_id and t.id = p.${check} and not t.is_deleted and t.check_status <> 'closed')`
/** A check has one part for each department: where the other one is counted too, the two parts are finished apart. */
const alone = (to: string): string =>
  `not exists (select 1 from check_dept o where o.tenant_id = p.tenant_id and o.check_id = p.check_id and o.dept_id = ${to})`

/**
 * What of checks goes along with a department: those that are not closed. A line keeps the department that was recorded for its card equal to that of the card,
 * so that the check is posted as if nothing had happened. Lines come before the parts that they belong to.
 */
export const checkHoldings: readonly DeptHolding[] = [
  { of: checkLine, field: 'bookDept', where: () => runs('check_id') },
  { of: checkLine, field: 'dept', where: (to) => `${runs('check_id')} and ${alone(to)}` },
  {
    of: checkDept,
    field: 'dept',
    where: (to) => `${runs('check_id')} and ${alone(to)}`,
    keeps: { open: `${runs('check_id')} and p.dept_status in ('counting', 'submitted')` },
  },
  { of: checkTask, field: 'scopeDepts', where: () => `p.check_status <> 'closed'` },
  { of: ambulanceVehicle, field: 'dept', keeps: true },
  { of: ambulanceCheck, field: 'dept' },
]
