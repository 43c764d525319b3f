import { dayMs } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { startPrint } from './start-print.ts'

/** Where the hospital of the demo would open the program. */
const site = (): string => 'https://eam.jc-hospital.example'

/** What was printed so many days ago: the rooms of the intensive care, then its ventilators and pumps on single labels, and some of these again. */
const printings = [
  { labelKind: 'room', template: 'a4-3x8', output: 'pdf', days: 210, count: 10 },
  { labelKind: 'device', template: '60x40', output: 'browser', days: 205, count: 12 },
  { labelKind: 'device', template: '60x40', output: 'browser', days: 34, count: 2, reason: '消毒擦拭后褪色' },
] as const

/** Labels that the manager printed for the intensive care. */
export async function demoLabels(tx: Transaction, ground: DemoGround): Promise<void> {
  const icu = ground.depts.get('重症医学科')!
  const context = await demoActs(tx, ground).as('manager')
  const { rows } = await tx.run({
    text: `select id from device where tenant_id = $1 and use_dept_id = $2 and eam_status = 'in_use' and filing_status = 'filed' and not is_deleted
        and common_name in ('有创呼吸机', '容量输液泵', '微量注射泵') order by device_code`,
    values: [tx.tenantId, icu],
  })
  const devices = rows.map(({ id }) => String(id))
  for (const { days, count, ...said } of printings) {
    const ids = (said.labelKind === 'room' ? (ground.rooms.get(icu) ?? []) : devices).slice(0, count)
    if (ids.length === 0) continue
    const { id } = await startPrint({ ...context, tools: { ...context.tools, site }, input: { ...said, ids } }, tx)
    const at = [tx.tenantId, id, new Date(Date.now() - days * dayMs).toISOString()]
    // Read before the next printing, which asks what has a label.
    await tx.run({
      text: 'update label_print set created_at = $3::timestamptz, updated_at = $3::timestamptz where tenant_id = $1 and id = $2',
      values: at,
    })
    await tx.run({
      text: 'update label_item set created_at = $3::timestamptz, updated_at = $3::timestamptz where tenant_id = $1 and print_id = $2',
      values: at,
    })
  }
}
