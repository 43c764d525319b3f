import { v7 as uuid } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import type { StopCause, StopKind } from '#contract/entities/asset/stops/stop-kinds.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { applyToAll } from '#server/kit/steps/step.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { nextNumbers } from '#server/kit/write/numbering.ts'
import { holdRows, writeRows } from '#server/kit/write/write-rows.ts'
import { idleByStop, stopKindsOf } from './open-stops.ts'

// All of these act by a rule that reaches the card and its stops, on a card that the caller has locked.

/** What a new stop stands on. */
export interface NewStop {
  readonly kind: StopKind
  readonly cause?: StopCause
  readonly reason?: string | null
  readonly certificateNo?: string | null
  /** `yyyy-MM-dd`. */
  readonly validUntil?: string | null
  readonly measureRecordId?: string | null
  readonly recallId?: string | null
}

/** The steps that bring the states of locked cards in line with the stops that they will have: idle with one, and as before without any. */
async function movesOf(tx: Transaction, cards: readonly Row[], kindsOf: (card: Row) => readonly StopKind[]) {
  const stopped = cards.filter((card) => kindsOf(card).length > 0)
  const stopping = stopped.filter((card) => card.eam_status === 'in_use' || card.eam_status === 'in_stock')
  const events = await idleByStop(
    tx,
    cards.filter((card) => kindsOf(card).length === 0),
  )
  return { stopping, resuming: cards.filter((card) => events.has(card.id)), events }
}

async function move(by: Acting, tx: Transaction, { stopping, resuming, events }: Awaited<ReturnType<typeof movesOf>>): Promise<void> {
  // The inner steps of a card have no effect that needs the person.
  const context = by as Context
  await applyToAll(deviceState, 'stopUse', context, tx, stopping)
  await applyToAll(deviceState, 'resumeUse', context, tx, resuming, events)
}

/** Brings the state of a locked card in line with its stops. */
export const settleStops = async (by: Acting, tx: Transaction, card: Row): Promise<void> =>
  move(by, tx, await movesOf(tx, [card], stopKindsOf))

const columnsOf = (stop: NewStop) => ({
  stop_kind: stop.kind,
  cause: stop.cause ?? null,
  reason: stop.reason ?? null,
  certificate_no: stop.certificateNo ?? null,
  valid_until: stop.validUntil ?? null,
  measure_record_id: stop.measureRecordId ?? null,
  recall_id: stop.recallId ?? null,
})

/** Writes the kinds of the open stops of locked cards, with the steps that follow from them. */
async function writeKinds(
  by: Acting,
  tx: Transaction,
  cards: readonly Row[],
  verb: 'placeStop' | 'liftStop',
  kindsOf: (card: Row) => readonly StopKind[],
  said: object,
) {
  const moves = await movesOf(tx, cards, kindsOf)
  const moving = new Set([...moves.stopping, ...moves.resuming])
  const changesOf = (some: readonly Row[]) =>
    some.map((row) => {
      const [kinds, from] = [kindsOf(row), row.stop_kinds ?? null]
      const to = kinds.length > 0 ? kinds : null
      return { row, set: { stop_kinds: to }, changes: { stopKinds: { from, to } } }
    })
  const act = { verb, input: said }
  await writeRows(device, by, tx, act, changesOf(cards.filter((card) => !moving.has(card))))
  holdRows(device, by, tx, act, changesOf([...moving]))
  await move(by, tx, moves)
}

/** The open stops of one kind of these cards, locked. */
async function openOf(by: Acting, tx: Transaction, cards: readonly Row[], kind: StopKind): Promise<Row[]> {
  const { rows } = await tx.run({
    text: 'select id from device_stop where tenant_id = $1 and device_id = any($2::uuid[]) and stop_kind = $3 and lifted_at is null',
    values: [tx.tenantId, cards.map((card) => card.id), kind],
  })
  const ids = rows.map((row) => row.id)
  return lockByRule(deviceStop, by, tx, ids)
}

/** Writes a new stop of each card. Returns their ids. */
async function addStops(by: Acting, tx: Transaction, cards: readonly Row[], stop: NewStop): Promise<string[]> {
  const who = by.actor.userId
  const numbers = await nextNumbers(tx, deviceStop.name, deviceStop.fields.stopNo.rule, cards.length)
  const said = { since: by.occurredAt.toISOString(), placed_by_id: who, created_by: who, updated_by: who, ...columnsOf(stop) }
  const rows = cards.map((card, at) => ({ id: uuid(), stop_no: numbers[at], device_id: card.id, ...said }))
  await tx.run(insertAll('device_stop', tx.tenantId, rows))
  const changes = { stopKind: { from: null, to: stop.kind }, reason: { from: null, to: stop.reason ?? null } }
  recordMany(
    by,
    tx,
    { entity: deviceStop.name, verb: 'add' },
    rows.map(({ id }) => ({ entityId: id, version: 1, changes })),
  )
  return rows.map(({ id }) => id)
}

const saidOf = ({ reason, certificateNo, validUntil }: NewStop) => ({ reason, certificateNo, validUntil })

/**
 * Stops a locked card at once, in any state; one that is in use or in stock becomes idle. A card has one open stop of a kind: what a second one
 * stands on replaces the grounds of the first. Answers the stop, and whether it is new.
 */
export async function placeStop(
  by: Acting,
  tx: Transaction,
  card: Row,
  stop: NewStop,
): Promise<{ id: string; version: number; isNew: boolean }> {
  const set = columnsOf(stop)
  const [open] = await openOf(by, tx, [card], stop.kind)
  if (open) {
    const { cause, certificateNo, validUntil } = stop
    const changes = {
      cause: { from: open.cause, to: cause ?? null },
      certificateNo: { from: open.certificate_no, to: certificateNo ?? null },
      validUntil: { from: open.valid_until, to: validUntil ?? null },
    }
    const other = Object.entries(changes).filter(([, { from, to }]) => from !== to)
    await writeRows(deviceStop, by, tx, { verb: 'change' }, [{ row: open, set, changes: Object.fromEntries(other) }])
    return { id: String(open.id), version: Number(open.version), isNew: false }
  }
  const [id] = await addStops(by, tx, [card], stop)
  await writeKinds(by, tx, [card], 'placeStop', (one) => [...stopKindsOf(one), stop.kind], saidOf(stop))
  return { id: id!, version: 1, isNew: true }
}

/** Stops those of many locked cards that have no open stop of the kind, as `placeStop` does. Returns them. */
export async function placeStops(by: Acting, tx: Transaction, cards: readonly Row[], stop: NewStop): Promise<readonly Row[]> {
  const fresh = cards.filter((card) => !stopKindsOf(card).includes(stop.kind))
  if (fresh.length === 0) return fresh
  await addStops(by, tx, fresh, stop)
  await writeKinds(by, tx, fresh, 'placeStop', (one) => [...stopKindsOf(one), stop.kind], saidOf(stop))
  return fresh
}

/**
 * Lifts the open stops of a kind of locked cards, never before they were placed. A card goes on as before when it was the last. `next`: what
 * stops the card for the same kind from now on, so that it never goes out in between.
 */
export async function liftStops(
  asked: Acting,
  tx: Transaction,
  cards: readonly Row[],
  kind: StopKind,
  reason: string | null,
  next?: NewStop,
): Promise<void> {
  const open = await openOf(asked, tx, cards, kind)
  if (open.length === 0) return
  const at = open.reduce((latest, { since }) => Math.max(latest, Date.parse(String(since))), asked.occurredAt.getTime())
  const by: Acting = { ...asked, occurredAt: new Date(at) }
  const set = { lifted_at: by.occurredAt.toISOString(), lifted_by_id: by.actor.userId, lift_reason: reason }
  const changes = { liftedAt: { from: null, to: set.lifted_at }, ...(reason && { liftReason: { from: null, to: reason } }) }
  await writeRows(
    deviceStop,
    by,
    tx,
    { verb: 'change' },
    open.map((row) => ({ row, set, changes })),
  )
  const stopped = new Set(open.map((row) => row.device_id))
  const lifted = cards.filter((card) => stopped.has(card.id))
  if (next) {
    await addStops(by, tx, lifted, next)
    return
  }
  await writeKinds(by, tx, lifted, 'liftStop', (one) => stopKindsOf(one).filter((other) => other !== kind), { reason })
}

/** Lifts the open stop of a kind, if the card has one. */
export const liftStopOf = (by: Acting, tx: Transaction, card: Row, kind: StopKind, reason: string | null = null): Promise<void> =>
  liftStops(by, tx, [card], kind, reason)

/** What stops a locked card for a kind besides the stop that is lifted; undefined if nothing does. */
type Grounds = (tx: Transaction, card: Row) => Promise<NewStop | undefined>
const grounds = new Map<StopKind, Grounds>()

/** Registers such grounds: a stop that a person lifts is followed by one that stands on them. */
export const standsOn = (kind: StopKind, find: Grounds): void => void grounds.set(kind, find)

/** Lifts the stop of a person; what else stops the card for the kind takes its place. */
export const liftByPerson = async (by: Acting, tx: Transaction, card: Row, kind: StopKind, reason: string | null): Promise<void> =>
  liftStops(by, tx, [card], kind, reason, await grounds.get(kind)?.(tx, card))

/** Who has a lent device: the people of its loan, or of its shared borrowing. */
async function borrowersOf(tx: Transaction, card: Row): Promise<(string | null)[]> {
  const { rows } = await tx.run({
    text: `select unnest(array[applicant_id, receiver_id]) as id from device_use where tenant_id = $1 and card_id = $2 and event_type = 'borrow' and status in ('received', 'returning') and not is_deleted
      union select borrower_id from shared_borrowing where tenant_id = $1 and device_id = $2 and borrowing_status = 'lent' and not is_deleted`,
    values: [tx.tenantId, card.id],
  })
  return rows.map((row) => row.id as string | null)
}

/**
 * Tells people that a card is stopped: the keeper and those who report faults where it is; of a lent one also who borrowed it, to give it back. `also`:
 * people whom its hand-over, just recorded, names.
 */
export async function tellStopped(
  by: Acting,
  tx: Transaction,
  card: Row,
  detail: string | null,
  also: readonly unknown[] = [],
): Promise<void> {
  const isLent = card.eam_status === 'lent'
  notify(by, tx, {
    kind: isLent ? 'loan_stopped' : 'device_stopped',
    subject: `${card.device_name} ${card.device_code ?? ''}`.trim(),
    detail,
    target: 'device',
    targetId: String(card.id),
    to: {
      users: [card.keeper_id as string | null, ...(isLent ? await borrowersOf(tx, card) : []), ...(also as (string | null)[])],
      holders: { right: 'repairOrder.submit', deptId: (card.borrow_dept_id ?? card.use_dept_id) as string | null },
      // This includes the person who recorded the hand-over.
      ...(also.length > 0 && { self: true as const }),
    },
  })
}
