import type { Entity } from '#contract/kit/entity.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'
import type { OpenLines } from './lines.ts'

/** The lines of a header by their name: `before` as they are stored, `after` as they will be, by wire names. `before…` may change values in `after`. */
export type HookLines = Readonly<Record<string, Pick<OpenLines, 'before' | 'after'>>>

/** What an area adds to the plain saving of its entity; `before…` answers further columns to write. Totals of lines are worked out afterwards. */
export interface Hooks {
  readonly beforeAdd?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed; lines: HookLines },
  ) => Promise<Record<string, unknown> | undefined>
  readonly beforeChange?: (
    context: Context,
    tx: Transaction,
    given: { row: Row; draft: Parsed; lines: HookLines },
  ) => Promise<Record<string, unknown> | undefined>
  readonly afterSave?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed; isNew: boolean; lines: HookLines },
  ) => Promise<void>
  readonly beforeRemove?: (context: Context, tx: Transaction, given: { rows: Row[] }) => Promise<void>
}

const registered = new Map<string, Hooks>()

/** Gives an entity its hooks; once per entity. */
export function hook(of: Entity, hooks: Hooks): void {
  if (registered.has(of.name)) throw new Error(`${of.name} has hooks already`)
  registered.set(of.name, hooks)
}

/** The hooks of an entity. */
export const hooksOf = (of: Entity): Hooks | undefined => registered.get(of.name)
