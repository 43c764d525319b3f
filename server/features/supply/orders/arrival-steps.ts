import { serialsIn } from '#contract/codes/serials.ts'
import { mostEntryCards, warehouseEntering, warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { acceptancePoints, accepting, orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { afterStep, apply, type StepGiven, step } from '#server/kit/steps/step.ts'
import { columnName } from '#server/kit/table.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { arrivalLineOf, countArrival, linesOfArrival, refuseSerialless, refuseSerials, refuseUnreasoned } from './arrival-lines.ts'
import { liveEntry, makeEntry } from './make-entry.ts'
import { rule } from './refusals.ts'
import { refuseHeldPieces } from './waiting.ts'

step(accepting, 'scan', async ({ context, tx, row, input, changes }) => {
  const stored = await linesOfArrival(tx, row.id)
  const of = input.lineId ? stored.find(({ id }) => id === input.lineId) : stored.length === 1 ? stored[0] : undefined
  if (!of)
    throw rule(
      input.lineId ? '所选明细不属于该到货单' : '到货单有多行明细，请选择出厂编号所属的明细',
      input.lineId ? 'The line belongs to another arrival' : 'The arrival has several lines. Choose the one of the serial numbers',
      'lineId',
    )
  refuseSerialless(String(input.serials))
  const serials = [...serialsIn(of.serials as string | null), ...serialsIn(String(input.serials))].join('\n')
  await refuseSerials(
    tx,
    row.id,
    stored.map((line) => arrivalLineOf(line === of ? { ...line, serials } : line)),
  )
  const { told } = await changeLines(orderArrival, 'lines', context, tx, String(row.id), ({ id }) =>
    id === of.id ? { serials } : undefined,
  )
  Object.assign(changes, told)
  return undefined
})

step(accepting, 'receive', async ({ context, tx, row }) => {
  const lines = await linesOfArrival(tx, row.id)
  const checked = lines.map(arrivalLineOf)
  const pieces = checked.reduce((all, { received }) => all + received, 0)
  if (pieces + checked.reduce((all, { refused }) => all + refused, 0) === 0)
    throw rule('到货单没有收货或拒收数量', 'The arrival has neither received nor refused pieces')
  if (pieces > mostEntryCards)
    throw rule(
      `一次到货最多 ${mostEntryCards} 件，现有 ${pieces} 件，请分次登记`,
      `An arrival can bring at most ${mostEntryCards} pieces, not ${pieces}. Record several arrivals`,
    )
  refuseUnreasoned(checked)
  // One arrival is received after the other, so that each sees the serial numbers of those before.
  takeNamedLock(tx, `order_arrival serials ${tx.tenantId}`)
  await refuseSerials(tx, row.id, checked)
  const order = await countArrival(context, tx, row, lines, 1)
  // What was refused as a whole waits for no acceptance.
  if (pieces === 0) return undefined
  notify(context, tx, {
    kind: 'arrival_waiting',
    subject: `${row.arrival_no} ${checked[0]?.name ?? ''}`.trim(),
    detail: String(order.order_no),
    target: 'orderArrival',
    targetId: String(row.id),
    to: {
      users: [order.placed_by_id as string | null],
      holders: { right: 'orderArrival.accept', deptId: (order.dept_id ?? null) as string | null },
    },
  })
  return undefined
})

/** Of a delivery that was refused as a whole nothing is left to accept. */
afterStep(accepting, 'receive', async ({ context, tx, row }) => {
  const lines = await linesOfArrival(tx, row.id)
  if (lines.some((line) => Number(line.received_quantity ?? 0) > 0)) return
  await apply(accepting, 'turnAway', asSystem(context, purchaseReceiving), tx, row)
})

step(accepting, 'withdraw', async ({ context, tx, row }) => {
  await countArrival(context, tx, row, await linesOfArrival(tx, row.id), -1)
  return undefined
})

/** The columns of what an acceptance found. */
function foundColumns({ actor }: Context, input: Parsed): Row {
  const columns = Object.entries(orderArrival.fields).flatMap(([name, field]) =>
    name in accepting.steps.accept.input ? [[columnName(name, field), input[name] ?? null] as const] : [],
  )
  return { ...Object.fromEntries(columns), accepted_by_id: actor.userId }
}

/** Refuses a day outside the time since the arrival, and points that failed without a word about them. */
function refuseFound({ context, row, input }: Pick<StepGiven, 'context' | 'row' | 'input'>): void {
  const day = String(input.acceptedOn)
  if (day > homeDay(context.occurredAt)) throw rule('验收日期不能晚于今天', 'The acceptance date cannot be in the future', 'acceptedOn')
  if (day < String(row.received_on))
    throw rule('验收日期不能早于到货日期', 'The acceptance date cannot be before the arrival', 'acceptedOn')
  if (acceptancePoints.some((name) => input[name] === 'not') && !input.acceptanceNote)
    throw rule('有不合格的验收项目，请填写验收说明', 'A point failed. Write an acceptance note', 'acceptanceNote')
}

step(accepting, 'accept', async (given) => {
  const { context, row, input } = given
  refuseFound(given)
  if (Number(row.received_total ?? 0) === 0)
    throw rule('到货单没有收货数量，不能验收合格', 'No pieces were received, so nothing can be accepted')
  for (const name of ['powerOn', 'functions'] as const)
    if (input[name] === 'not') {
      const { zh, en } = orderArrival.fields[name]
      throw rule(`“${zh}”不合格，不能验收合格`, `“${en}” failed, so the arrival cannot be accepted`, name)
    }
  return foundColumns(context, input)
})
afterStep(accepting, 'accept', ({ context, tx, row }) => makeEntry(context, tx, row))

step(accepting, 'enterAgain', async ({ context, tx, row }) => {
  await makeEntry(context, tx, row)
  return undefined
})

step(accepting, 'reject', async (given) => {
  const { context, tx, row, input } = given
  refuseFound(given)
  const live = await liveEntry(tx, row.id)
  if (live) throw rule(`已有入库单“${live.entry_no}”，请先取消入库`, `There is the warehouse entry “${live.entry_no}”. Cancel it first`)
  // The pieces are wanted again.
  await countArrival(context, tx, row, await linesOfArrival(tx, row.id), -1)
  return foundColumns(context, input)
})

/** What an acceptance wrote stays: the entry is about its arrival. */
hook(
  warehouseEntry,
  {
    async beforeChange(_context, _tx, { row, draft }) {
      if (!row.arrival_id) return undefined
      for (const name of ['plan', 'supplier'] as const) {
        const wire = `${name}Id`
        const { zh, en } = warehouseEntry.fields[name]
        if (wire in draft && draft[wire] !== row[`${name}_id`])
          throw rule(`入库单由到货单生成，不能修改${zh}`, `${en} of an entry that an arrival made cannot be changed`, wire)
      }
      return undefined
    },
  },
  10,
)

/** Refuses an entry of more pieces than its arrival brought. */
async function refuseBeyondArrival({ tx, row }: Pick<StepGiven, 'tx' | 'row'>): Promise<undefined> {
  if (!row.arrival_id) return undefined
  const { rows } = await tx.run({
    text: `select a.arrival_no, a.arrival_state, coalesce(a.received_total, 0) as pieces, (select coalesce(sum(l.quantity), 0)::int from warehouse_entry_line l
        where l.tenant_id = a.tenant_id and l.entry_id = $3 and l.line_kind <> 'accessory') as own
      from order_arrival a where a.tenant_id = $1 and a.id = $2`,
    values: [tx.tenantId, row.arrival_id, row.id],
  })
  const { arrival_no: no, arrival_state: state, pieces, own } = rows[0]!
  if (state !== 'accepted') throw rule(`到货单“${no}”未验收合格，不能入库`, `The arrival “${no}” is not accepted and cannot be entered`)
  if (Number(own) > Number(pieces))
    throw rule(`到货单“${no}”收货 ${pieces} 件，入库单为 ${own} 件`, `The arrival “${no}” brought ${pieces} pieces, the entry has ${own}`)
  return undefined
}

step(warehouseEntering, 'handIn', refuseBeyondArrival, 20)
step(warehouseEntering, 'approve', refuseBeyondArrival, 20)

/** Keeps what is ordered for the arrivals of the orders. The plan is locked: the check of what it waits for goes before. */
async function refuseOrdered({ tx, row }: Pick<StepGiven, 'tx' | 'row'>): Promise<undefined> {
  if (row.plan_id && !row.arrival_id) await refuseHeldPieces(tx, row)
  return undefined
}

step(warehouseEntering, 'handIn', refuseOrdered, 30)
step(warehouseEntering, 'approve', refuseOrdered, 30)
