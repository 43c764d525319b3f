import { listCounts, mostLanes } from '#contract/calls/settings/list-counts.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { ChoiceField } from '#contract/kit/fields/field.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { countPlan } from '#server/kit/counts/count.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { listedBy, searchInput } from './listed.ts'

type Found = AnswerOf<typeof listCounts>

/** The state field of a request; refuses a field without steps and one that the hospital hides. */
function stateOf(view: View, name: string): ChoiceField {
  const field = view.fields[name]
  if (field?.kind !== 'choice' || !machinesOf(view.entity).some((on) => on.field === name))
    throw new Refusal('not_found', { what: listCounts.input.state })
  return field
}

/** Refuses a lane that is no link and no date, or whose values lists do not filter by. */
function checkLane(view: View, name: string): void {
  const field = view.fields[name]
  if ((field?.kind !== 'link' && field?.kind !== 'date') || field.closed) throw new Refusal('not_found', { what: listCounts.input.lane })
}

/** The lanes with the most rows, in their own order. */
function largest(lanes: readonly Row[]): readonly Row[] {
  if (lanes.length <= mostLanes) return lanes
  const kept = new Set([...lanes].sort((one, other) => Number(other.count) - Number(one.count)).slice(0, mostLanes))
  return lanes.filter((lane) => kept.has(lane))
}

/** The rows of a list by state, and by lane if one is given; from the kept counts if they answer. */
function countsPlan(context: Context): ReadPlan<Found> {
  const input = read(listCounts.input, context.input) as {
    entity: string
    state?: string | null
    lane?: string | null
    search?: string | null
  }
  const of = listedBy(context, input.entity, listCounts.input.entity)
  const view = context.actor.settings.view(of)
  const { lane, state } = input
  // Rows without a state are counted by lane alone.
  if (!state && !lane) throw refusalOf([{ field: 'state', label: listCounts.input.state, rule: 'required' }])
  const states = state ? Object.keys(stateOf(view, state).of) : []
  if (lane) checkLane(view, lane)
  const { zh, en } = listCounts
  const list = { kind: 'count', zh, en, path: '', by: lane || state!, ...(lane && state ? { each: state } : {}) } as const
  const asked = { ...context, input: searchInput(input.search ?? '') }
  const plan = countPlan({ list, input: {} }, view, { context: asked, extra: [] })
  const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
  return {
    queries: plan.queries,
    async answer(found) {
      const rows = await plan.answer(found)
      if (!lane)
        return {
          lanes: [{ key: null, name: null, counts: Object.fromEntries(rows.map(({ key, count }) => [String(key), Number(count)])) }],
          left: 0,
        }
      const kept = largest(rows)
      const lanes = kept.map((row) => ({
        key: text(row.key),
        name: text(row.name),
        counts: state ? Object.fromEntries(states.map((one) => [one, Number(row[one] ?? 0)])) : { all: Number(row.count) },
      }))
      return { lanes, left: rows.length - kept.length }
    },
  }
}

export const listCountsAnswers: readonly Answer[] = [answer(listCounts, { read: countsPlan })]
