import { labelReportFlow } from '#contract/entities/service/label/label-flow.ts'
import { labelReport } from '#contract/entities/service/label/label-report.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { refuseCall } from '#server/kit/access/access.ts'
import { idsOf } from '#server/kit/refuse.ts'
import { apply, type StepGiven, step } from '#server/kit/steps/step.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { openRepair } from '../open-repair.ts'

const handled = ({ context }: StepGiven) => ({ handled_by_id: context.actor.userId, handled_at: context.occurredAt })

/** What the repair order says of the fault: the words of who takes over, else of who reported, with the room that they named. */
function faultOf({ row, input }: StepGiven): string {
  const said = String(input.faultDescription || row.description)
  return cutText(row.room ? `${said}（${row.room}）` : said, repairOrder.fields.faultDescription.max)
}

/** The photos of a report, from here on files of the person that no record has: the repair attaches them. */
async function freePhotos({ context, tx, row }: StepGiven): Promise<string[]> {
  const { rows } = await tx.run({
    text: `update file set of_entity = null, of_id = null, created_by = $4 where tenant_id = $1 and of_entity = $2 and of_id = $3 returning id`,
    values: [tx.tenantId, labelReport.name, row.id, context.actor.userId],
  })
  const free = new Set(rows.map(({ id }) => String(id)))
  return ((row.photos as string[] | null) ?? []).filter((id) => free.has(id))
}

step(labelReportFlow, 'takeOver', async (given) => {
  const { context, tx, row, input } = given
  refuseCall(context.actor, 'repairOrder.submit', 'repairOrder.submit')
  // Where the hospital hides the photos of repairs, they stay with the report.
  const movesPhotos = 'images' in context.actor.settings.view(repairOrder).fields
  const repair = await openRepair(context, tx, {
    deviceId: String(row.device_id),
    faultDescription: faultOf(given),
    isStopped: input.isStopped === 1,
    urgency: (input.urgency as string | null) ?? undefined,
    source: String(row.id),
    images: movesPhotos ? await freePhotos(given) : [],
    labelReporter: String(row.reporter_name),
    reporterPhone: String(row.reporter_phone),
  })
  return { ...handled(given), repair_id: repair.id, ...(movesPhotos && { photos: null }) }
})

step(labelReportFlow, 'close', async (given) => {
  const { tx, row } = given
  const { rows } = await tx.run({
    text: `select o.id from repair_order o where o.tenant_id = $1 and o.device_id = $2 and o.repair_status = any($3::text[]) and not o.is_deleted
      order by o.reported_at desc limit 1`,
    values: [tx.tenantId, row.device_id, [...openRepairStates]],
  })
  return { ...handled(given), repair_id: rows[0]?.id ?? null }
})

/** The other reports that wait of the same device or address, as far as the person sees them, locked; without those that the person has chosen. */
async function alike({ context, tx, row, input }: StepGiven) {
  if (input.reach === 'one') return []
  const chosen = context.input.ids === undefined ? [row.id] : idsOf(context)
  const { rows } = await tx.run({
    text: `select r.id from label_report r where r.tenant_id = $1 and r.report_state = 'waiting' and r.id <> all($2::uuid[])
      and case when $3 = 'device' then r.device_id = $4 else r.origin = $5 end order by r.id`,
    values: [tx.tenantId, chosen, input.reach, row.device_id, row.origin],
  })
  const found = rows.map(({ id }) => String(id))
  const locked = found.length > 0 ? await lockSeen(labelReport, context, tx, found) : []
  return locked.filter((one) => one.report_state === 'waiting')
}

step(labelReportFlow, 'spam', async (given) => {
  const { context, tx, row, input } = given
  for (const other of await alike(given)) await apply(labelReportFlow, 'spam', context, tx, other, { reach: 'one' })
  tx.later({
    text: 'delete from file where tenant_id = $1 and of_entity = $2 and of_id = $3',
    values: [tx.tenantId, labelReport.name, row.id],
  })
  if (input.block === 1)
    tx.later({
      text: `insert into label_block (tenant_id, origin, until) values ($1, $2, now() + interval '1 day')
        on conflict (tenant_id, origin) do update set until = excluded.until`,
      values: [tx.tenantId, row.origin],
    })
  return { ...handled(given), photos: null }
})
