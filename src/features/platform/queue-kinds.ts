import { addSurplus, scan, withdraw } from '#contract/calls/check.ts'
import { tagRead } from '#contract/calls/notice.ts'
import { device } from '#contract/entities/asset/device.ts'
import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { location } from '#contract/entities/place/location.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Entity } from '#contract/kit/entity.ts'
import type { Field, FieldMap } from '#contract/kit/field.ts'
import type { Machine } from '#contract/kit/machine.ts'
import type { Words } from '#contract/kit/words.ts'

/** What the contract says of a kind of queued record. */
export interface KindFacts {
  readonly words: Words
  /** What its body may hold. */
  readonly fields: FieldMap
  /** The state that it leads to, for a step: the field with its words, and the state's name. */
  readonly state?: { readonly name: string; readonly field: Field; readonly to: string }
}

/** The entities whose rows a queued record names. */
export const queuedEntities: ReadonlyMap<string, Entity> = new Map(
  [device, location, checkTask, checkDept, checkLine, repairOrder].map((of): [string, Entity] => [of.name, of]),
)

const stepsOf = (on: Machine, of: Entity): [string, KindFacts][] =>
  Object.entries(on.steps)
    .filter(([, step]) => step.offline)
    .map(([name, step]) => {
      const field = of.fields[on.field]
      const state = field && typeof step.to === 'string' ? { name: on.field, field, to: step.to } : undefined
      return [`${on.entity}.${name}`, { words: step, fields: step.input, ...(state ? { state } : {}) }]
    })

const kinds: ReadonlyMap<string, KindFacts> = new Map<string, KindFacts>([
  ...[scan, withdraw, addSurplus, tagRead].map((of): [string, KindFacts] => [of.name, { words: of, fields: of.input }]),
  // Who fills these fields in reports something, and that is what their group is called.
  [`${repairOrder.name}.submit`, { words: repairOrder.fields.device.group, fields: repairOrder.fields }],
  ...stepsOf(repairFlow, repairOrder),
  ...stepsOf(checkDeptFlow, checkDept),
])

/** What the contract says of a kind; undefined for one that this program does not know. */
export const kindFacts = (kind: string): KindFacts | undefined => kinds.get(kind)
