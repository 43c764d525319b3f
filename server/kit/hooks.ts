import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Parsed, Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'
import type { OpenLines } from './lines/lines.ts'
import { type Ordered, placed } from './write/in-order.ts'

/** Additional columns to write. */
type Columns = Record<string, unknown> | undefined

/**
 * The lines of a header by name and wire name: `before` as stored, `after` as they will be stored. `before…` hooks may change values in
 * `after`.
 */
export type HookLines = Readonly<Record<string, Pick<OpenLines, 'before' | 'after'>>>

/**
 * Hooks that a module adds to saving an entity; `before…` hooks return additional columns to write. `written`: the columns that earlier
 * hooks returned. `told`: the inputs that accompany the change (`told` of the entity); a hook may complete them before they are recorded.
 * Totals of lines are computed after the hooks.
 */
export interface Hooks {
  /**
   * Calls a file store or another server about a draft before the transaction; only one hook of an entity may do so. The other hooks get
   * the result as `asked` of their context.
   */
  readonly ask?: (context: Context) => Promise<unknown>
  /** Converts other forms of a draft that clients send, before the draft is parsed. */
  readonly given?: (input: Raw, context: Context, tx: Transaction) => Raw | Promise<Raw>
  readonly beforeAdd?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed; lines: HookLines; written: Readonly<Record<string, unknown>> },
  ) => Promise<Columns>
  /**
   * The same columns for many rows of an import at once, in the order of their drafts. It replaces `beforeAdd` of these hooks there, so that a
   * long list needs few queries; undefined: these rows go through `beforeAdd` one by one.
   */
  readonly beforeAddMany?: (
    context: Context,
    tx: Transaction,
    given: { drafts: readonly Parsed[] },
  ) => Promise<readonly Columns[] | undefined>
  readonly beforeChange?: (
    context: Context,
    tx: Transaction,
    given: { row: Row; draft: Parsed; told: Parsed; lines: HookLines; written: Readonly<Record<string, unknown>> },
  ) => Promise<Columns>
  readonly afterSave?: (
    context: Context,
    tx: Transaction,
    given: { id: string; draft: Parsed; isNew: boolean; lines: HookLines },
  ) => Promise<void>
  readonly beforeRemove?: (context: Context, tx: Transaction, given: { rows: Row[] }) => Promise<void>
  /** Does what the rows of an import do together, after all of them were added. */
  readonly afterImport?: (context: Context, tx: Transaction, given: { ids: readonly string[] }) => Promise<void>
  /** Takes back what rows of an import have done, after the import that added them was undone. */
  readonly afterUndo?: (context: Context, tx: Transaction, given: { ids: readonly string[] }) => Promise<void>
}

const registered = new Map<string, readonly Ordered<Hooks>[]>()

/**
 * Registers hooks for an entity. Several modules may register some: they run by `order`, the entity's own module at 0, and an error in any
 * of them rolls the whole action back. Throws if two have the same order, because the import order would then decide.
 */
export function hook(of: Entity, hooks: Hooks, order = 0): void {
  registered.set(of.name, placed(registered.get(of.name) ?? [], hooks, order, `hooks of ${of.name}`))
}

/** Calls each hook in order and merges the columns. A later hook receives the earlier columns in `written` and overrides them. */
async function gathered<G>(
  all: readonly Ordered<Hooks>[],
  ask: (hooks: Hooks, written: G) => Promise<Columns> | undefined,
): Promise<Columns> {
  const written: Record<string, unknown> = {}
  for (const { is } of all) Object.assign(written, await ask(is, written as G))
  return written
}

type Written = Readonly<Record<string, unknown>>
type ReadyColumns = ReadonlyMap<Hooks, Columns>

/** The hooks of an entity combined in order; undefined if it has none. */
export function hooksOf(of: Entity) {
  const all = registered.get(of.name)
  if (!all) return undefined
  return {
    ask: all.find(({ is }) => is.ask)?.is.ask,
    async given(input: Raw, context: Context, tx: Transaction): Promise<Raw> {
      let draft = input
      for (const { is } of all) draft = (await is.given?.(draft, context, tx)) ?? draft
      return draft
    },
    /** `ready`: the columns of this row by the hooks that looked at many rows at once. */
    beforeAdd: (context: Context, tx: Transaction, given: { id: string; draft: Parsed; lines: HookLines }, ready?: ReadyColumns) =>
      gathered<Written>(all, async (hooks, written) =>
        ready?.has(hooks) ? ready.get(hooks) : hooks.beforeAdd?.(context, tx, { ...given, written }),
      ),
    /** The columns that hooks find for many rows at once, row by row. */
    async beforeAddMany(context: Context, tx: Transaction, drafts: readonly Parsed[]): Promise<ReadyColumns[]> {
      const ready = drafts.map(() => new Map<Hooks, Columns>())
      for (const { is } of all)
        for (const [index, columns] of ((await is.beforeAddMany?.(context, tx, { drafts })) ?? []).entries()) ready[index]!.set(is, columns)
      return ready
    },
    beforeChange: (context: Context, tx: Transaction, given: { row: Row; draft: Parsed; told: Parsed; lines: HookLines }) =>
      gathered<Written>(all, (hooks, written) => hooks.beforeChange?.(context, tx, { ...given, written })),
    async afterSave(context: Context, tx: Transaction, given: { id: string; draft: Parsed; isNew: boolean; lines: HookLines }) {
      for (const { is } of all) await is.afterSave?.(context, tx, given)
    },
    async beforeRemove(context: Context, tx: Transaction, given: { rows: Row[] }) {
      for (const { is } of all) await is.beforeRemove?.(context, tx, given)
    },
    async afterImport(context: Context, tx: Transaction, given: { ids: readonly string[] }) {
      for (const { is } of all) await is.afterImport?.(context, tx, given)
    },
    async afterUndo(context: Context, tx: Transaction, given: { ids: readonly string[] }) {
      for (const { is } of all) await is.afterUndo?.(context, tx, given)
    },
  }
}
