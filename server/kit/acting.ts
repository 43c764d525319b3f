import type { Entity } from '#contract/kit/entity.ts'
import { type ProcessRule, reaches } from '#contract/kit/process-rule.ts'
import type { Transaction } from '#server/db/pool.ts'
import { oneOf, Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from './access.ts'
import type { Context } from './context.ts'
import { tableName } from './table.ts'

// The one place where something is written outside a person's data scope. A law finds SQL of modules that locks or writes such rows by itself.

/**
 * The same request, acting by the rule of a process on behalf of its person: rows of the entities that the rule names are reached in every department of the
 * tenant. Every event it writes carries the rule; what the rule does not name is refused when it is recorded.
 */
export const actingBy = (context: Context, rule: ProcessRule): Context => ({ ...context, rule })

/** Who writes rows and events: a person, or timed work that no person started. */
export type Acting = Pick<Context, 'rule' | 'op' | 'occurredAt'> & {
  readonly actor: Pick<Context['actor'], 'realName'> & { readonly userId: string | null }
}

/** Timed work by a rule, on behalf of no person. */
export const actingAlone = (rule: ProcessRule): Acting => ({ actor: { userId: null, realName: '' }, rule, occurredAt: new Date() })

/** The condition under which rows are in reach: the person's data scope, or nothing where a rule stands for it. */
export const reachSql = (of: Entity, context: Pick<Context, 'actor' | 'rule'>, alias: string, into: Parameters): string =>
  reaches(context.rule, of) ? '' : scopeSql(of, context.actor, alias, into)

/** Throws when a rule does not name what is being written: a fault of the program, which undoes the whole act. */
export function refuseBeyond(rule: ProcessRule | undefined, entity: string, verb: string): void {
  if (rule && !rule.touches[entity]?.includes(verb)) throw new Error(`the rule ${rule.name} does not reach ${entity}.${verb}`)
}

/**
 * Locks rows that the rule of the process reaches, removed ones too, in id order, with SQL column names; ids without a row are left out. The lock leaves
 * keys free: what only links to a row does not wait. `free`: leaves out rows that others hold.
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
