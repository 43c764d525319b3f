import { v7 as uuid } from 'uuid'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { tableName } from '#server/kit/table.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'

/** What stands on a card and goes on for the new ones when it is split. */
export interface Follower {
  /** Gives it to the new cards of a locked one. */
  readonly follow: (context: Context, tx: Transaction, card: Row, ids: readonly string[]) => Promise<void>
  /** Takes it back from new cards that go again; what goes with its device needs nothing. */
  readonly leave?: (context: Context, tx: Transaction, ids: readonly string[]) => Promise<void>
}
const followers: Follower[] = []

/** Registers such a thing. */
export const followSplits = (one: Follower): void => void followers.push(one)

/** Gives the new cards of a split what stands on the original. */
export async function followSplit(context: Context, tx: Transaction, card: Row, ids: readonly string[]): Promise<void> {
  for (const one of followers) await one.follow(context, tx, card, ids)
}

/** Takes that back before the new cards go. */
export async function leaveSplit(context: Context, tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const one of followers) await one.leave?.(context, tx, ids)
}

/** What every row has of its own. */
const ofRow = ['tenant_id', 'search', 'created_at', 'updated_at']

/**
 * The ledgers of a card, with their due days and last results: what was tested as a whole holds for its parts until it is due, and stops them when it is
 * overdue. They go with the new cards. `found`: SQL of the rows of tenant $1 and device $2; `gone`: SQL that removes those of devices $2 and answers their ids and
 * versions; `except`: columns that name a record of the original alone, or that the table works out.
 */
export const ledgerFollows = (
  of: Entity,
  { found, gone, except }: { readonly found: string; readonly gone: string; readonly except: readonly string[] },
): void =>
  followSplits({
    async follow(context, tx, card, ids) {
      const { rows } = await tx.run({ text: found, values: [tx.tenantId, card.id] })
      if (rows.length === 0) return
      const who = context.actor.userId
      const copies = ids.flatMap((device_id) =>
        rows.map((row) => {
          const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !ofRow.includes(name) && !except.includes(name)))
          return { ...kept, id: uuid(), version: 1, created_by: who, updated_by: who, device_id }
        }),
      )
      await tx.run(insertAll(tableName(of), tx.tenantId, copies))
      recordMany(
        context,
        tx,
        { entity: of.name, verb: 'add' },
        copies.map(({ id }) => ({ entityId: id, version: 1, changes: {} })),
      )
    },
    async leave(context, tx, ids) {
      const { rows } = await tx.run({ text: gone, values: [tx.tenantId, ids], once: true })
      recordMany(
        context,
        tx,
        { entity: of.name, verb: 'remove' },
        rows.map(({ id, version }) => ({ entityId: id, version, changes: {} })),
      )
    },
  })
