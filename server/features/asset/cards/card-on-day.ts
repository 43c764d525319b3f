import { cardOnDay } from '#contract/calls/asset/device-cards.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { same } from '#contract/kit/fields/same.ts'
import { dayStart, daysAfter } from '#contract/kit/time/day.ts'
import type { Row, Rows } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { detailPlan } from '#server/kit/read/list.ts'
import { idOf, read, refusalOf } from '#server/kit/refuse.ts'
import type { Change } from '#server/kit/steps/event.ts'
import { shown } from '#server/kit/steps/history.ts'

/** A value with the name of the row that it links to. */
export interface Held {
  readonly value: unknown
  readonly name: string | null
}

/** Takes events back, the newest first, from what a row holds now: what it held before the last of them. */
export function takenBack(now: ReadonlyMap<string, Held>, events: readonly Row[]): Map<string, Held> {
  const held = new Map(now)
  for (const event of events) {
    for (const [wire, change] of Object.entries((event.changes ?? {}) as Record<string, Change>))
      if ('from' in change) held.set(wire, { value: change.from ?? null, name: change.fromName ?? null })
    if (event.field && event.from_state) held.set(String(event.field), { value: event.from_state, name: null })
  }
  return held
}

/** The moment until which events count: the end of a day in the time of the hospitals, or a moment; now where nothing is said. */
function untilOf(context: Context): string {
  const { date, time } = read(cardOnDay.input, { date: null, time: null, ...context.input }) as {
    date?: string | null
    time?: string | null
  }
  if (date && time) throw refusalOf([{ field: 'time', label: cardOnDay.input.time, rule: 'unknown' }])
  if (time) return new Date(time).toISOString()
  return date ? dayStart(daysAfter(date, 1)) : new Date().toISOString()
}

/** A card as its events tell that it was. */
function onDay(context: Context) {
  const view = context.actor.settings.view(device)
  const id = idOf(context)
  const until = untilOf(context)
  const plan = detailPlan(view, { ...context, input: { id } })
  const events = {
    text: `select e.changes, e.field, e.from_state from audit_event e where e.tenant_id = $1 and e.entity = $2 and e.entity_id = $3 and e.at >= $4
      order by e.version desc nulls last, e.id desc`,
    values: [context.actor.tenantId, device.name, id, until],
  }
  return {
    queries: [...plan.queries, events],
    async answer(results: Rows[]) {
      const row = (await plan.answer(results.slice(0, -1))) as unknown as Row
      const fields = Object.entries(view.fields).filter(([, field]) => !field.computed)
      const now = new Map(
        fields.map(([name, field]): [string, Held] => {
          const wire = wireName(name, field)
          return [wire, { value: row[wire] ?? null, name: (row[`${name}Name`] as string | null | undefined) ?? null }]
        }),
      )
      const existed = Date.parse(String(row.createTime)) < Date.parse(until)
      const then = takenBack(now, results.at(-1)!.rows)
      return {
        id,
        until,
        existed,
        fields: fields.map(([name, field]) => {
          const wire = wireName(name, field)
          const [was, is] = [then.get(wire)!, now.get(wire)!]
          const value = existed ? was.value : null
          return {
            field: wire,
            label: field[context.language],
            value: value === null ? null : String(value),
            text: shown(field, value, existed ? was.name : null, context.language),
            now: shown(field, is.value, is.name, context.language),
            isChanged: !same(field, value, is.value),
          }
        }),
      }
    },
  }
}

export const cardOnDayAnswers: readonly Answer[] = [answer(cardOnDay, { read: onDay })]
