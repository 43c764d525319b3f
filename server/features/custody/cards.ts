import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { custodyOfCard } from '#contract/entities/custody/custody-rules.ts'
import { sourcesOf } from '#contract/kit/entity/machine.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { listedWords } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { givingOut, refuseStopped, stateBehindStop, stopKindsOf } from '#server/features/asset/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { apply, type Effect, step } from '#server/kit/steps/step.ts'
import { cardName, namesOf } from './names.ts'

// An application is locked before its uses, both before their cards, and rows of one table in the order of their ids.

/** The request acting on rows of any department by the rule of custody. */
export const forCustody = (context: Context): Context => asSystem(context, custodyOfCard)

export type CardStep = keyof typeof deviceState.steps

/** Where a card belongs from now on; what is absent stays. */
export interface Custody {
  readonly useDept?: unknown
  readonly location?: unknown
  readonly keeper?: unknown
  readonly borrowDept?: unknown
}

/** Locks cards of the tenant by the rule of custody, in the order of their ids. Refuses when one is gone. */
export async function lockCards(context: Context, tx: Transaction, ids: readonly unknown[]): Promise<Row[]> {
  const wanted = [...new Set(ids)]
  const cards = (await lockByRule(device, forCustody(context), tx, wanted)).filter((card) => card.is_deleted !== true)
  if (cards.length !== wanted.length) throw new Refusal('not_found', { what: device })
  return cards
}

/**
 * Refuses locked cards that may not be given out because they are stopped, and those whose state does not allow a step. `done`: a hand-over that is over,
 * as a phone recorded it.
 */
export async function refuseUnfit(tx: Transaction, cards: readonly Row[], name: CardStep, done?: Context): Promise<void> {
  const stopped = cards.filter((card) => stopKindsOf(card).length > 0).map((card) => card.id)
  if (givingOut.some((one) => one === name)) await refuseStopped(tx, stopped, done)
  for (const card of cards) refuseState(card, name, stopped.includes(card.id) ? await stateBehindStop(tx, card) : String(card.eam_status))
}

/** Refuses a card whose state does not allow a step; names the card, its state and what is possible. */
function refuseState(card: Row, name: CardStep, state: string): void {
  const wanted = deviceState.steps[name]
  const from = sourcesOf(deviceState, wanted)
  if (from.includes(state)) return
  const states = deviceState.states
  const [is, possible] = [states[String(card.eam_status)]!, listedWords(from.map((one) => states[one]!))]
  throw new Refusal(
    'conflict',
    {
      zh: `设备“${cardName(card)}”当前为“${is.zh}”，不能“${wanted.zh}”（须为${possible.zh}）`,
      en: `“${cardName(card)}” is “${is.en}”, so “${wanted.en}” is not possible (possible from: ${possible.en})`,
    },
    { deviceId: card.id },
  )
}

const moves = new WeakMap<Row, Custody>()

/** Puts a card into other hands within the step that moves it. */
const moveCard: Effect = async ({ tx, row, changes }) => {
  const to = moves.get(row)
  if (!to) return undefined
  const given = Object.entries(to).flatMap(([name, value]) => {
    const field = device.fields[name as keyof Custody]
    const wire = wireName(name, field)
    const column = `${wire.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    return value === undefined || (row[column] ?? null) === (value ?? null)
      ? []
      : [{ wire, column, from: row[column] ?? null, to: value ?? null }]
  })
  const names = await namesOf(
    tx,
    given.flatMap((one) => [one.from, one.to]),
  )
  for (const one of given)
    changes[one.wire] = { from: one.from, to: one.to, fromName: names.get(one.from) ?? null, toName: names.get(one.to) ?? null }
  return Object.fromEntries(given.map(({ column, to: value }) => [column, value]))
}

for (const name of ['receive', 'regain', 'lend', 'takeBack', 'allot'] as const) step(deviceState, name, moveCard, 10)

/** Raises a step of a locked card's machine with the new custody, as one event. `said`: what the event tells of the document behind it. */
export async function raiseCard(
  context: Context,
  tx: Transaction,
  card: Row,
  name: CardStep,
  to: Custody = {},
  said: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await refuseUnfit(tx, [card], name, context)
  moves.set(card, to)
  await apply(deviceState, name, forCustody(context), tx, card, said)
  moves.delete(card)
}
