import type { Entity } from '#contract/kit/entity/entity.ts'
import { type ProcessRule, reaches } from '#contract/kit/entity/process-rule.ts'
import type { Transaction } from '#server/db/pool.ts'
import { oneOf, Parameters, type Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { tableName } from '../table.ts'
import { scopeSql } from './access.ts'

// System writes: the only place that writes outside a person's data scope. A law (test) fails on SQL in modules that locks or writes such
// rows directly.

/**
 * The same request as a system write under a declared permission (`rule`), on behalf of its person: it reaches rows of the named entities
 * in every department of the tenant. Every event records the rule. Writing anything that the rule does not name throws when the event is
 * recorded.
 */
export const asSystem = (context: Context, rule: ProcessRule): Context => ({ ...context, rule })

/** The author of rows and events: a person, or a timed job that no person started. */
export type Acting = Pick<Context, 'rule' | 'op' | 'occurredAt'> & {
  readonly actor: Pick<Context['actor'], 'realName'> & { readonly userId: string | null }
}

/** Context of a timed job that writes under a rule and on behalf of no person. `now`: the moment of its run. */
export const actingAlone = (rule: ProcessRule, now = new Date()): Acting => ({
  actor: { userId: null, realName: '' },
  rule,
  occurredAt: now,
})

/** SQL condition of the rows that a request may reach: the person's data scope, or empty if a rule covers the entity. */
export const reachSql = (of: Entity, context: Pick<Context, 'actor' | 'rule'>, alias: string, into: Parameters): string =>
  reaches(context.rule, of) ? '' : scopeSql(of, context.actor, alias, into)

/**
 * Throws if the rule does not cover the entity and verb. This is a programming error, so it is not a Refusal; the transaction is rolled
 * back.
 */
export function refuseBeyond(rule: ProcessRule | undefined, entity: string, verb: string): void {
  if (rule && !rule.touches[entity]?.includes(verb)) throw new Error(`the rule ${rule.name} does not reach ${entity}.${verb}`)
}

/**
 * Locks rows that the rule covers, including soft-deleted ones, in id order. Returns rows with SQL column names and skips ids without a
 * row. Uses FOR NO KEY UPDATE, so that inserts which only reference a row do not wait. `free`: skips rows that other transactions have
 * locked.
 */
export async function lockByRule(
  of: Entity,
  context: Pick<Acting, 'rule'>,
  tx: Transaction,
  ids: readonly unknown[],
  { free = false }: { free?: boolean } = {},
): Promise<Row[]> {
  if (!reaches(context.rule, of)) throw new Error(`no rule reaches ${of.name}`)
  if (ids.length === 0) return []
  const into = new Parameters()
  const { rows } = await tx.run({
    text: `select t.* from ${tableName(of)} t where t.tenant_id = ${into.add(tx.tenantId)} and t.id ${oneOf(ids, into)}
      order by t.id for no key update of t${free ? ' skip locked' : ''}`,
    values: into.values,
  })
  return rows
}
