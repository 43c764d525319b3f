import { v7 as uuid } from 'uuid'
import { confirmOpening, openingState } from '#contract/calls/service/metrology.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyOpening } from '#contract/entities/service/metrology-opening.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql, seesAll } from '#server/kit/access/access.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { record, recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { receiptOf } from '#server/kit/write/not-before.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { usualCycle } from '../certificate-end.ts'

/** SQL over `measure_card c`: a compulsory card that never had a result of its kind, nor a certificate. */
export const isUnverified = `c.unverified_since is not null and c.valid_until is null`

const withoutCard = `d.measure_type = 'mandatory' and not d.is_deleted and d.eam_status <> 'disposed'
  and not exists (select 1 from measure_card c where c.tenant_id = d.tenant_id and c.device_id = d.id and not c.is_deleted)`

/** SQL: compulsory devices of a tenant that were never verified, with a metrology card or without. `seen`: which of the devices `d` count. */
const unverified = (
  tenant: string,
  seen = 'true',
): string => `(select count(*)::int from measure_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
    where c.tenant_id = ${tenant} and not c.is_deleted and not d.is_deleted and d.eam_status <> 'disposed' and ${isUnverified} and ${seen})
  + (select count(*)::int from device d where d.tenant_id = ${tenant} and ${withoutCard} and ${seen})`

/** Gives every compulsory device without a metrology card one, which lists it as overdue from the day `today`, `yyyy-MM-dd`. */
export async function openMissing(by: Acting, tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.run({
    text: `insert into measure_card (tenant_id, id, device_id, card_title, measure_kind, measure_type, measure_cycle, measure_cycle_unit, label_state, unverified_since)
      select d.tenant_id, gen_random_uuid(), d.id, '', 'verification', 'mandatory', coalesce(d.measure_cycle, $3),
        case when d.measure_cycle is null then $4 else coalesce(d.measure_cycle_unit, 'day') end, 'none', $2::date - 1 from device d
      where d.tenant_id = $1 and ${withoutCard} returning id`,
    values: [tx.tenantId, today, usualCycle.count, usualCycle.unit],
  })
  const events = rows.map(({ id }) => ({ entityId: id, version: 1, changes: {} }))
  recordMany(by, tx, { entity: metrologyCard.name, verb: 'add' }, events)
}

/** Removes the metrology cards of devices that were removed, such as those of an import that was undone. */
export async function removeGone(by: Acting, tx: Transaction): Promise<void> {
  const { rows } = await tx.run({
    text: `select c.id from measure_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id and d.is_deleted
      where c.tenant_id = $1 and not c.is_deleted`,
    values: [tx.tenantId],
  })
  const gone = await lockByRule(
    metrologyCard,
    by,
    tx,
    rows.map(({ id }) => id),
  )
  const changes = { isDeleted: { from: false, to: true } }
  await writeRows(
    metrologyCard,
    by,
    tx,
    { verb: 'remove' },
    gone.map((row) => ({ row, set: { is_deleted: true }, changes })),
  )
}

function stateOf(context: Context): ReadPlan<AnswerOf<typeof openingState>> {
  read(openingState.input, context.input)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const seen = scopeSql(device, context.actor, 'd', into) || 'true'
  return {
    queries: [
      {
        text: `select ${unverified(tenant, seen)} as count, o.confirmed_at as "confirmedAt", u.real_name as "confirmedByName", o.device_count as "deviceCount"
          from (select 1) one left join measure_opening o on o.tenant_id = ${tenant} left join app_user u on u.tenant_id = o.tenant_id and u.id = o.confirmed_by_id`,
        values: into.values,
      },
    ],
    answer: ([rows]) => rowsAs<AnswerOf<typeof openingState>>(rows)[0]!,
  }
}

/** Refuses a person who does not see every device, a second confirmation, and one of another count than there is now. */
async function confirm(context: Context, tx: Transaction) {
  const given = read(context.actor.settings.inputs(confirmOpening.input), context.input)
  if (!seesAll(device, context.actor))
    throw new Refusal('rule', {
      zh: '您只能查看部分设备，不能确认全院的强检清单',
      en: 'You can see only some devices, so you cannot confirm the hospital’s mandatory list',
    })
  // Two people at once confirm one after the other.
  takeNamedLock(tx, `measure_opening ${tx.tenantId}`)
  const { rows } = await tx.run({
    text: `select ${unverified('$1')} as count, o.confirmed_at, u.real_name from (select 1) one
      left join measure_opening o on o.tenant_id = $1 left join app_user u on u.tenant_id = o.tenant_id and u.id = o.confirmed_by_id`,
    values: [tx.tenantId],
  })
  const { count, confirmed_at, real_name } = rows[0]!
  if (confirmed_at) {
    const when = homeTime(String(confirmed_at))
    throw new Refusal('conflict', {
      zh: `${real_name} 已于 ${when} 确认强检清单`,
      en: `${real_name} confirmed the mandatory list on ${when}`,
    })
  }
  if (given.count !== count)
    throw new Refusal('conflict', {
      zh: `未检定的强检设备现为 ${count} 台，请核对后重新确认`,
      en: `There are now ${count} mandatory devices not verified. Check the list and confirm again`,
    })
  const who = context.actor.userId
  const id = uuid()
  const row = {
    id,
    confirmed_at: receiptOf(context).toISOString(),
    confirmed_by_id: who,
    device_count: count,
    created_by: who,
    updated_by: who,
  }
  await tx.run(insertAll('measure_opening', tx.tenantId, [row]))
  record(context, tx, {
    entity: metrologyOpening.name,
    entityId: id,
    verb: 'add',
    version: 1,
    changes: { deviceCount: { from: null, to: count } },
  })
  return { count: Number(count) }
}

export const openingAnswers: readonly Answer[] = [answer(openingState, { read: stateOf }), answer(confirmOpening, { write: confirm })]
