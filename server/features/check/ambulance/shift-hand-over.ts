import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { ambulanceVehicle } from '#contract/entities/check/ambulance-vehicle.ts'
import { shiftHandOver } from '#contract/entities/check/check-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** The latest check of a vehicle, without those that leave it, with what was missing. The shifts of a day begin with the night. */
async function latestOf(tx: Transaction, vehicleId: unknown, leaving: readonly unknown[]): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: `select c.check_date, c.shift, c.check_result, concat_ws('：', c.hand_over_to, c.hand_over_note) as hand_over,
        (select string_agg(l.item_name || coalesce(' ' || l.quantity || '/' || l.standard, ''), '、' order by l.place) from ambulance_check_line l
          where l.tenant_id = c.tenant_id and l.check_id = c.id and l.line_result = 'loss') as losses
      from ambulance_check c where c.tenant_id = $1 and c.vehicle_card_id = $2 and not c.is_deleted and c.id <> all ($3::uuid[])
      order by c.check_date desc, array_position(array['night', 'day', 'evening'], c.shift) desc, c.created_at desc limit 1`,
    values: [tx.tenantId, vehicleId, leaving],
  })
  return rows[0]
}

const wires = {
  last_check_date: 'lastCheckDate',
  last_shift: 'lastShift',
  last_result: 'lastResult',
  last_losses: 'lastLosses',
  hand_over: 'handOver',
} as const

/** Writes on a vehicle how the latest of its checks left it, nothing where none is left. `leaving`: checks that are about to leave it. Answers the vehicle. */
async function refresh(context: Context, tx: Transaction, vehicleId: unknown, leaving: readonly unknown[]): Promise<Row | undefined> {
  const by = asSystem(context, shiftHandOver)
  const [vehicle] = await lockByRule(ambulanceVehicle, by, tx, [vehicleId])
  if (!vehicle) return undefined
  const last = await latestOf(tx, vehicleId, leaving)
  const set = {
    last_check_date: last?.check_date ?? null,
    last_shift: last?.shift ?? null,
    last_result: last?.check_result ?? null,
    last_losses: last?.losses ? cutText(String(last.losses), 1000) : null,
    hand_over: last?.hand_over ? cutText(String(last.hand_over), 400) : null,
  }
  const changes = Object.fromEntries(
    Object.entries(wires).flatMap(([column, wire]) => {
      const [from, to] = [vehicle[column] ?? null, set[column as keyof typeof set]]
      return from === to ? [] : [[wire, { from, to }]]
    }),
  )
  await writeRows(ambulanceVehicle, by, tx, { verb: 'change' }, [{ row: vehicle, set, changes }])
  return vehicle
}

hook(
  ambulanceCheck,
  {
    async beforeChange(context, tx, { row, draft }) {
      const former = row.vehicle_card_id
      if (former && 'vehicleCardId' in draft && draft.vehicleCardId !== former) await refresh(context, tx, former, [row.id])
      return undefined
    },
    /** The list of the vehicle says how the latest shift left it, on every phone of the department. */
    async afterSave(context, tx, { id }) {
      const { rows } = await tx.run({
        text: 'select vehicle_card_id, dept_id from ambulance_check where tenant_id = $1 and id = $2',
        values: [tx.tenantId, id],
      })
      const check = rows[0]
      if (!check?.vehicle_card_id) return
      const vehicle = await refresh(context, tx, check.vehicle_card_id, [])
      if (!vehicle || vehicle.dept_id !== check.dept_id)
        throw new Refusal('rule', { zh: '急救车不属于该科室', en: 'The trolley belongs to another department' })
    },
    async beforeRemove(context, tx, { rows }) {
      const leaving = rows.map(({ id }) => id)
      for (const vehicleId of [...new Set(rows.flatMap((row) => row.vehicle_card_id ?? []))].sort())
        await refresh(context, tx, vehicleId, leaving)
    },
  },
  20,
)
