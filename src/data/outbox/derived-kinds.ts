import type { Entity } from '#contract/kit/entity.ts'
import type { Machine, Step } from '#contract/kit/machine.ts'
import type { Kind, Row } from './kinds.ts'
import type { Op } from './op.ts'

/** What a step is known to write besides the state, by its name. */
export type StepFacts = Readonly<Record<string, (op: Op) => Row>>

/** The kinds of a machine's steps that a phone may queue: `<entity>.<step>`. The row is shown in the state that the step leads to, with `facts`. */
export const stepKinds = (on: Machine, facts: StepFacts = {}): Kind[] =>
  Object.entries(on.steps)
    .filter(([, step]) => step.offline)
    .map(([name, step]) => ({
      kind: `${on.entity}.${name}`,
      builds: moves(step),
      reduce: (row: Row | undefined, op: Op): Row | undefined =>
        row && { ...row, ...(typeof step.to === 'string' ? { [on.field]: step.to } : {}), ...facts[name]?.(op) },
    }))

const moves = ({ to }: Step): boolean => typeof to === 'string' || !('same' in to)

/** The kind of a draft, `<entity>.submit`. A row that this phone makes has the initial values until the server's row comes. */
export const submitKind = (of: Entity, facts: (op: Op) => Row = () => ({})): Kind => {
  const initial = Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, field]) => (field.kind === 'choice' && field.initial ? [[name, field.initial]] : [])),
  )
  return {
    kind: `${of.name}.submit`,
    builds: true,
    reduce: (row, op) => ({ ...(row ?? { ...initial, createTime: op.occurredAt, ...facts(op) }), ...(op.body as Row), id: op.target.id }),
  }
}
