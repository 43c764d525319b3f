import { v7 as uuid } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { followingUp, recallDevice } from '#contract/entities/quality/recall-device.ts'
import { takesOutOfService } from '#contract/entities/quality/recall-kinds.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { liftStops, type NewStop, placeStops, standsOn, tellStopped } from '#server/features/asset/public.ts'
import { notifyOfEach, type OneOfMany } from '#server/features/notice/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { type Change, recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { gatherGrown } from '#server/kit/write/statistics.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { foundSql, itemsOf, lineOf } from './find-devices.ts'

// A recall is locked before its devices of the recall, and those before the cards. Cards are locked in the order of their ids.

/** Devices that are locked and written together. */
const atOnce = 500

/** The stop that stands on a recall. */
const stopBy = (of: Row): NewStop => ({
  kind: 'recall',
  cause: 'recalled',
  reason: `${of.recall_no} ${of.recall_title}`,
  recallId: String(of.id),
})

const subjectOf = (card: Row): string => `${card.device_name} ${card.device_code ?? ''}`.trim()

/** Devices that the lines of a recall find and that it does not follow yet, each with the first line that finds it. */
async function newlyFound(tx: Transaction, of: Row): Promise<Row[]> {
  const { rows: items } = await tx.run(itemsOf(tx.tenantId, of.id))
  const into = new Parameters()
  const found = foundSql(items.map(lineOf), tx.tenantId, into)
  const [tenant, recallId] = [into.add(tx.tenantId), into.add(of.id)]
  const { rows } = await tx.run({
    text: `select distinct on (f.device_id) f.device_id, i.match_kind, i.match_value from (${found}) f
        join recall_item i on i.tenant_id = ${tenant} and i.id = f.item
      where not exists (select 1 from recall_device r where r.tenant_id = ${tenant} and r.recall_id = ${recallId} and r.device_id = f.device_id)
      order by f.device_id, i.place, i.id`,
    values: into.values,
  })
  return rows
}

/** Follows these locked cards from now on. */
async function follow(by: Acting, tx: Transaction, of: Row, cards: readonly Row[], found: ReadonlyMap<unknown, Row>, isHeld: boolean) {
  const who = by.actor.userId
  const rows = cards.map((card) => ({
    ...{ id: uuid(), created_by: who, updated_by: who, case_title: '', case_state: 'waiting', recall_id: of.id },
    ...{ device_id: card.id, use_dept_id: card.use_dept_id, is_held: isHeld ? 1 : 0 },
    ...{ match_kind: found.get(card.id)?.match_kind, match_value: found.get(card.id)?.match_value },
  }))
  if (rows.length === 0) return
  await tx.run(insertAll('recall_device', tx.tenantId, rows))
  recordMany(
    by,
    tx,
    { entity: recallDevice.name, verb: 'add' },
    rows.map(({ id }) => ({ entityId: id, version: 1, changes: {} })),
  )
}

/**
 * Follows the devices that the lines of a locked, open recall find, takes them out of service if it says so, and tells their people. A lent
 * one is called back.
 */
export async function addFound(by: Acting, tx: Transaction, of: Row): Promise<void> {
  const found = await newlyFound(tx, of)
  const isHeld = takesOutOfService(of)
  const stop = stopBy(of)
  const told: OneOfMany[] = []
  for (let from = 0; from < found.length; from += atOnce) {
    const part = new Map(found.slice(from, from + atOnce).map((row) => [row.device_id, row]))
    const locked = await lockByRule(device, by, tx, [...part.keys()])
    // One that went in the same moment is not followed.
    const cards = locked.filter((card) => !card.is_deleted && card.eam_status !== 'disposed')
    await follow(by, tx, of, cards, part, isHeld)
    const stopped = new Set(isHeld ? await placeStops(by, tx, cards, stop) : [])
    for (const card of cards) {
      if (stopped.has(card) && card.eam_status === 'lent') await tellStopped(by, tx, card, stop.reason ?? null)
      else
        told.push({
          ...{ subject: subjectOf(card), detail: stop.reason ?? null, target: 'recall', targetId: String(of.id) },
          holders: { right: 'repairOrder.submit', deptId: (card.borrow_dept_id ?? card.use_dept_id) as string | null },
          user: card.keeper_id as string | null,
        })
    }
  }
  await gatherGrown(tx, found.length, recallDevice)
  notifyOfEach(by, tx, { kind: isHeld ? 'recall_stopped' : 'recall_found', to: {} }, told)
}

/** The recall that keeps a card out of service, the oldest first. `but`: one whose hold ends now. */
async function heldBy(tx: Transaction, cardIds: readonly unknown[], but: unknown = null): Promise<Map<unknown, Row>> {
  const { rows } = await tx.run({
    text: `select distinct on (r.device_id) r.device_id, c.id, c.recall_no, c.recall_title from recall_device r
        join recall c on c.tenant_id = r.tenant_id and c.id = r.recall_id
      where r.tenant_id = $1 and r.device_id = any($2::uuid[]) and r.is_held = 1 and r.recall_id is distinct from $3::uuid
      order by r.device_id, c.started_at, c.id`,
    values: [tx.tenantId, cardIds, but],
  })
  return new Map(rows.map((row) => [row.device_id, row]))
}

// A device whose stop by hand is lifted stays stopped while a recall holds it.
standsOn('recall', async (tx, card) => {
  const by = (await heldBy(tx, [card.id])).get(card.id)
  return by && stopBy(by)
})

/**
 * Ends the hold of a recall on cards, which it held until now. A stop by hand stays, and another recall that holds a card takes over its
 * stop.
 */
export async function endHolds(by: Acting, tx: Transaction, of: Row, cardIds: readonly unknown[], reason: string): Promise<void> {
  const ids = [...cardIds].sort()
  for (let from = 0; from < ids.length; from += atOnce) {
    const cards = await lockByRule(device, by, tx, ids.slice(from, from + atOnce))
    const { rows } = await tx.run({
      text: `select device_id from device_stop where tenant_id = $1 and device_id = any($2::uuid[]) and recall_id = $3 and lifted_at is null`,
      values: [tx.tenantId, cards.map((card) => card.id), of.id],
    })
    const stopped = new Set(rows.map((row) => row.device_id))
    const own = cards.filter((card) => stopped.has(card.id))
    const others = await heldBy(
      tx,
      own.map((card) => card.id),
      of.id,
    )
    for (const card of own.filter(({ id }) => others.has(id)))
      await liftStops(by, tx, [card], 'recall', reason, stopBy(others.get(card.id)!))
    await liftStops(
      by,
      tx,
      own.filter(({ id }) => !others.has(id)),
      'recall',
      reason,
    )
  }
}

/** Takes a card out of service again for a recall. */
export async function holdAgain(by: Acting, tx: Transaction, of: Row, cardId: unknown): Promise<void> {
  const cards = (await lockByRule(device, by, tx, [cardId])).filter((card) => !card.is_deleted && card.eam_status !== 'disposed')
  for (const card of await placeStops(by, tx, cards, stopBy(of))) await tellStopped(by, tx, card, stopBy(of).reason ?? null)
}

/** Ends these locked rows of a recall or of devices that are gone: the open ones with the reason, and what is left of their holds. */
export async function endCases(by: Acting, tx: Transaction, rows: readonly Row[], reason: string): Promise<void> {
  const heldOf = (row: Row): Readonly<Record<string, Change>> => (row.is_held === 1 ? { isHeld: { from: 1, to: 0 } } : {})
  await writeRows(
    recallDevice,
    by,
    tx,
    { verb: 'end', field: followingUp.field },
    rows
      .filter((row) => row.case_state === 'waiting')
      .map((row) => ({
        row,
        set: { case_state: 'ended', reason, is_held: 0 },
        changes: { caseState: { from: 'waiting', to: 'ended' }, reason: { from: row.reason ?? null, to: reason }, ...heldOf(row) },
      })),
  )
  await writeRows(
    recallDevice,
    by,
    tx,
    { verb: 'change' },
    rows.map((row) => ({ row, set: { is_held: 0 }, changes: heldOf(row) })),
  )
}
