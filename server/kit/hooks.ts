import type { Entity } from '#contract/kit/entity.ts'
import type { Parsed, Raw } from '#contract/kit/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'
import { type Ordered, placed } from './in-order.ts'
import type { OpenLines } from './lines.ts'

/** Further columns of the row to write. */
type Columns = Record<string, unknown> | undefined

/** The lines of a header by their name: `before` as they are stored, `after` as they will be, by wire names. `before…` may change values in `after`. */
export type HookLines = Readonly<Record<string, Pick<OpenLines, 'before' | 'after'>>>

/**
 * What an area adds to the plain saving of its entity; `before…` answers further columns to write. `written`: what the hooks before it have answered.
 * Totals of lines are computed afterwards.
 */
export interface Hooks {
  /** Reads other forms of a draft that clients send, before it is read by the declaration. */
  readonly given?: (input: Raw, context: Context, tx: Transaction) => Raw | Promise<Raw>
  readonly beforeAdd?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed; lines: HookLines; written: Readonly<Record<string, unknown>> },
  ) => Promise<Columns>
  readonly beforeChange?: (
    context: Context,
    tx: Transaction,
    given: { row: Row; draft: Parsed; lines: HookLines; written: Readonly<Record<string, unknown>> },
  ) => Promise<Columns>
  readonly afterSave?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed; isNew: boolean; lines: HookLines },
  ) => Promise<void>
  readonly beforeRemove?: (context: Context, tx: Transaction, given: { rows: Row[] }) => Promise<void>
}

const registered = new Map<string, readonly Ordered<Hooks>[]>()

/**
 * Gives an entity hooks. Several modules may: they run one after another by `order`, the entity's own module at 0, and a refusal of any undoes the whole
 * act. Throws when two have the same place, for then their order would be that of the imports.
 */
export function hook(of: Entity, hooks: Hooks, order = 0): void {
  registered.set(of.name, placed(registered.get(of.name) ?? [], hooks, order, `hooks of ${of.name}`))
}

/** Asks each for columns; a later one sees those before it, and its own win. */
async function gathered<G>(
  all: readonly Ordered<Hooks>[],
  ask: (hooks: Hooks, written: G) => Promise<Columns> | undefined,
): Promise<Columns> {
  const written: Record<string, unknown> = {}
  for (const { is } of all) Object.assign(written, await ask(is, written as G))
  return written
}

type Written = Readonly<Record<string, unknown>>

/** What the hooks of an entity do, in their order; nothing where it has none. */
export function hooksOf(of: Entity) {
  const all = registered.get(of.name)
  if (!all) return undefined
  return {
    async given(input: Raw, context: Context, tx: Transaction): Promise<Raw> {
      let draft = input
      for (const { is } of all) draft = (await is.given?.(draft, context, tx)) ?? draft
      return draft
    },
    beforeAdd: (context: Context, tx: Transaction, given: { id: string; draft: Parsed; lines: HookLines }) =>
      gathered<Written>(all, (hooks, written) => hooks.beforeAdd?.(context, tx, { ...given, written })),
    beforeChange: (context: Context, tx: Transaction, given: { row: Row; draft: Parsed; lines: HookLines }) =>
      gathered<Written>(all, (hooks, written) => hooks.beforeChange?.(context, tx, { ...given, written })),
    async afterSave(context: Context, tx: Transaction, given: { id: string; draft: Parsed; isNew: boolean; lines: HookLines }) {
      for (const { is } of all) await is.afterSave?.(context, tx, given)
    },
    async beforeRemove(context: Context, tx: Transaction, given: { rows: Row[] }) {
      for (const { is } of all) await is.beforeRemove?.(context, tx, given)
    },
  }
}
