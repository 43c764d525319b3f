import type { Entity } from '#contract/kit/entity.ts'
import type { Parsed, Raw } from '#contract/kit/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'

/** What an area adds to the plain saving of its entity; `before…` answers further columns to write. */
export interface Hooks {
  /** Reads other forms of a draft that clients send, before it is read by the declaration. */
  readonly given?: (input: Raw) => Raw
  readonly beforeAdd?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed },
  ) => Promise<Record<string, unknown> | undefined>
  readonly beforeChange?: (
    context: Context,
    tx: Transaction,
    given: { row: Row; draft: Parsed },
  ) => Promise<Record<string, unknown> | undefined>
  readonly afterSave?: (context: Context, tx: Transaction, given: { id: string; draft: Parsed; isNew: boolean }) => Promise<void>
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
