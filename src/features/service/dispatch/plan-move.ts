import type { Machine } from '#contract/kit/entity/machine.ts'
import { columnOf, type DispatchColumn, type OrderKind } from '#contract/kit/entity/order-kind.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'

/** Where a card stands or is dropped. Without lanes only the column counts. */
export interface Place {
  readonly column: DispatchColumn
  readonly lane: string | undefined
}

/** Why a card cannot be dropped somewhere, as the name of its text. */
export type Why =
  | 'dispatch.ledger'
  | 'dispatch.stays'
  | 'dispatch.unassign'
  | 'dispatch.provider'
  | 'dispatch.noAssign'
  | 'dispatch.oneMove'
  | 'dispatch.moved'

/** What a drop does: one of the steps that lead to the column, a step that gives the order to a person or team, or nothing and why. */
export type Move =
  | { readonly is: 'steps'; readonly on: Machine; readonly steps: readonly string[] }
  | { readonly is: 'assign'; readonly on: Machine; readonly step: string; readonly input: Readonly<Record<string, string>> }
  | { readonly is: 'nothing' }
  | { readonly is: 'refused'; readonly why: Why }

const refused = (why: Why): Move => ({ is: 'refused', why })

/** The machine of a kind of orders; undefined for a ledger. */
export const machineOf = (kind: OrderKind): Machine | undefined => machinesOf(kind.of).find((on) => on.field === kind.state)

/** A provider beside the person stays, as the step would take it off; an order that leaves the lane of its provider leaves the provider. */
function keptProvider({ provider }: OrderKind, input: FieldMap, row: Row, from: Place): Record<string, string> {
  const field = provider === undefined || from.lane?.startsWith('s:') ? undefined : input[provider]
  const wire = field && wireName(provider!, field)
  return wire && row[wire] ? { [wire]: String(row[wire]) } : {}
}

/** Gives an order to the person or team of a lane. `open`: the steps that are open to the person who moves it. */
function assignMove(kind: OrderKind, on: Machine, row: Row, open: readonly string[], from: Place, to: Place): Move {
  const [mark, id] = [to.lane!.slice(0, 1), to.lane!.slice(2)]
  if (mark === '_') return refused('dispatch.unassign')
  if (mark === 's') return refused('dispatch.provider')
  const by = mark === 'p' ? kind.assign?.person : kind.assign?.team
  const step = by?.steps.find((name) => open.includes(name))
  if (!by || step === undefined) return refused('dispatch.noAssign')
  const link = mark === 'p' ? kind.person : kind.team
  const leads = on.steps[step]!.to
  const after = {
    ...row,
    ...(typeof leads === 'string' ? { [on.field]: leads } : {}),
    ...(link === undefined ? {} : { [wireName(link, kind.of.fields[link]!)]: id }),
  }
  if (to.column !== from.column && columnOf(kind, after) !== to.column) return refused('dispatch.oneMove')
  const { input } = on.steps[step]!
  return { is: 'assign', on, step, input: { ...keptProvider(kind, input, row, from), [wireName(by.input, input[by.input]!)]: id } }
}

/** The lane of an order: its person, else its team, else its provider. */
function laneOf(kind: OrderKind, row: Row): string {
  const marks = [
    ['p', kind.person],
    ['t', kind.team],
    ['s', kind.provider],
  ] as const
  for (const [mark, name] of marks) {
    const id = name === undefined ? undefined : row[wireName(name, kind.of.fields[name]!)]
    if (id) return `${mark}:${id}`
  }
  return '_none'
}

/** What happens when a card is dropped. `row`: the order as it is now. What another person has moved meanwhile stays where they put it. */
export function moveOf(kind: OrderKind, row: Row, open: readonly string[], from: Place, to: Place): Move {
  const on = machineOf(kind)
  const isOtherLane = to.lane !== undefined && to.lane !== from.lane
  if (!isOtherLane && to.column === from.column) return { is: 'nothing' }
  if (!on) return refused('dispatch.ledger')
  if (columnOf(kind, row) !== from.column || (from.lane !== undefined && laneOf(kind, row) !== from.lane)) return refused('dispatch.moved')
  if (isOtherLane) return assignMove(kind, on, row, open, from, to)
  const steps = Object.entries(on.steps).flatMap(([name, { to: leads }]) =>
    open.includes(name) &&
    typeof leads === 'string' &&
    leads !== row[on.field] &&
    columnOf(kind, { ...row, [on.field]: leads }) === to.column
      ? [name]
      : [],
  )
  return steps.length > 0 ? { is: 'steps', on, steps } : refused('dispatch.stays')
}
