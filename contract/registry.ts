import { callsOfImport } from './calls/import/import.ts'
import { gatherApprovals } from './entities/flow/approval-kinds.ts'
import { importTargets } from './entities/import/import-job.ts'
import { gatherNotices } from './entities/notice/notice-kinds.ts'
import { customEntities } from './entities/settings/custom-field.ts'
import type { Shape } from './kit/entity/answer.ts'
import type { Approval } from './kit/entity/approval.ts'
import type { Board } from './kit/entity/board.ts'
import type { Calendar } from './kit/entity/calendar.ts'
import type { Call } from './kit/entity/call.ts'
import { gatherChapters } from './kit/entity/chapter.ts'
import { gatherDues } from './kit/entity/due.ts'
import { type Entity, moduleNames } from './kit/entity/entity.ts'
import { gatherHome } from './kit/entity/home.ts'
import { callsOfLine } from './kit/entity/line-calls.ts'
import type { Machine } from './kit/entity/machine.ts'
import { gatherOrderKinds } from './kit/entity/order-kind.ts'
import type { ProcessRule } from './kit/entity/process-rule.ts'
import { callsOfMeasure, type Measure } from './kit/figures/measure.ts'
import type { ModuleFacts } from './kit/module.ts'
import * as modules from './modules/index.ts'

type Module = (typeof modules)[keyof typeof modules]

/** The declarations of every module, in menu order. */
export const moduleFacts: readonly ModuleFacts[] = Object.values<ModuleFacts>(modules).sort(
  (one, other) => moduleNames.indexOf(one.name) - moduleNames.indexOf(other.name),
)

/** The same with the register first and figures over it last: reports and imports begin with what they are mostly about. */
export const inWorkOrder: readonly ModuleFacts[] = moduleFacts.toSorted(
  (one, other) => Number(one.name === 'insight') - Number(other.name === 'insight'),
)

type Part<M, K extends string> = M extends { readonly [P in K]: infer T } ? T : never

type KeysOf<T> = T extends unknown ? keyof T & string : never
/** The kinds of notices that modules declare. */
export type NoticeKind = KeysOf<Part<Part<Module, 'notices'>, 'kinds'>>
/** The entities that notices link to. */
export type NoticeTarget = KeysOf<Part<Part<Module, 'notices'>, 'targets'>>

/** The entities that can be imported from spreadsheets. */
export type ImportTarget = KeysOf<Part<Module, 'imports'>>

/** The entities whose missing rows an import may create. */
export type Creatable = Part<Module, 'importCreates'>[number]

export const entities: readonly Entity[] = moduleFacts.flatMap((of) => of.entities ?? [])
/** The shapes of json fields, by `entity.field`. */
export const jsonShapes: ReadonlyMap<string, Shape> = new Map(moduleFacts.flatMap((of) => Object.entries(of.json ?? {})))
/** Shapes by name, for references in answers. */
export const namedShapes: ReadonlyMap<string, Shape> = new Map(moduleFacts.flatMap((of) => Object.entries(of.shapes ?? {})))
export const machines: readonly Machine[] = moduleFacts.flatMap((of) => of.machines ?? [])
export const measures: readonly Measure[] = inWorkOrder.flatMap((of) => of.measures ?? [])
export const processRules: readonly ProcessRule[] = moduleFacts.flatMap((of) => of.rules ?? [])
/** The kinds of documents that the approval engine decides. */
export const declaredApprovals: readonly Approval[] = moduleFacts.flatMap((of) => of.approvals ?? [])

for (const { notices } of moduleFacts) if (notices) gatherNotices(notices)
// Notices that a step declares lead to its row.
for (const { entity, steps } of machines) {
  const of = entities.find(({ name }) => name === entity)
  if (of && Object.values(steps).some(({ tells }) => tells)) gatherNotices({ kinds: {}, targets: { [entity]: { zh: of.zh, en: of.en } } })
}
for (const { dues } of moduleFacts) if (dues) gatherDues(dues)
for (const { orders } of moduleFacts) if (orders) gatherOrderKinds(orders)
for (const { chapters } of moduleFacts) if (chapters) gatherChapters(chapters)
for (const { home } of moduleFacts) if (home) gatherHome(home)
gatherApprovals(declaredApprovals)
for (const { name, zh, en, custom } of entities) if (custom) customEntities[name] = { zh, en }

const byName = new Map(entities.map((of) => [of.name, of]))

/** The entity of a name; throws if it is not declared. */
export function entityNamed(name: string): Entity {
  const found = byName.get(name)
  if (!found) throw new Error(`no entity is called ${name}`)
  return found
}

const imported = inWorkOrder
  .flatMap(({ imports }) => Object.entries(imports ?? {}))
  .map(([name, facts]) => ({ of: entityNamed(name), facts }))
for (const { of } of imported) importTargets[of.name] = { zh: of.zh, en: of.en }
/** The import calls of each entity that a module names under `imports`. */
export const importCalls = Object.fromEntries(imported.map(({ of, facts }) => [of.name, callsOfImport(of, facts)])) as Readonly<
  Record<ImportTarget, ReturnType<typeof callsOfImport>>
>

/** Every call that is not a verb or a step: declared calls, and those derived from imports, measures and lines. */
export const calls: readonly Call[] = [
  ...moduleFacts.flatMap((of) => of.calls ?? []),
  ...Object.values(importCalls).flatMap((of) => [of.verify, of.write, of.undo]),
  ...measures.flatMap(callsOfMeasure),
  ...entities.flatMap((of) => (of.lines ?? []).flatMap((line) => callsOfLine(of, line, entityNamed(line.entity)))),
]

/** The declared state board of an entity; undefined if none is declared. */
export function boardOf(of: Entity): Board | undefined {
  return moduleFacts.flatMap(({ boards }) => boards ?? []).find((board) => board.entity === of.name)
}

/** The calendar of an entity's list; undefined if none is declared. */
export function calendarOf(of: Entity): Calendar | undefined {
  return moduleFacts.flatMap(({ calendars }) => calendars ?? []).find((calendar) => calendar.entity === of.name)
}

/** The machines of an entity. */
export function machinesOf(of: Entity): readonly Machine[] {
  return machines.filter((on) => on.entity === of.name)
}
