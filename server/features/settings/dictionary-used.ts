import { customPrefix } from '#contract/kit/entity/view.ts'
import { dictionaryCode } from '#contract/kit/fields/field.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import type { DictionarySet } from './dictionary-rows.ts'

const live = (name: string): string => (entityNamed(name).softDelete ? ' and not is_deleted' : '')

/** Rows of declared fields that hold one of the keys ($2) in a tenant ($1), by the code of their dictionary. */
const declared = (code: string): string[] =>
  entities.flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, field]) =>
      dictionaryCode(field) === code
        ? [
            `select ${columnName(name, field)} as key from ${tableName(of)} where tenant_id = $1 and ${columnName(name, field)} = any($2::text[])${live(of.name)}`,
          ]
        : [],
    ),
  )

/** Whether a field of the program takes its choices from a dictionary. */
export const isDeclared = (code: string): boolean =>
  entities.some((of) => Object.values(of.fields).some((field) => dictionaryCode(field) === code))

/** The first of the keys that a row of the tenant holds; undefined when none does. */
async function usedIn(tx: Transaction, tenantId: string, code: string, keys: readonly string[]): Promise<string | undefined> {
  const { rows: own } = await tx.run({
    text: `select entity, code from custom_field where tenant_id = $1 and field_kind = 'dictionary' and dictionary_code = $2`,
    values: [tenantId, code],
  })
  const values: unknown[] = [tenantId, keys]
  const custom = own.map(({ entity, code: name }) => {
    const column = `custom ->> $${values.push(customPrefix + String(name))}::text`
    return `select ${column} as key from ${tableName(entityNamed(String(entity)))} where tenant_id = $1 and ${column} = any($2::text[])${live(String(entity))}`
  })
  const parts = [...declared(code), ...custom]
  if (parts.length === 0) return undefined
  const { rows } = await tx.run({
    text: `select key from (${parts.map((part) => `(${part} limit 1)`).join(' union all ')}) found limit 1`,
    values,
  })
  return rows[0] ? String(rows[0].key) : undefined
}

/**
 * The first of the keys of a dictionary that a record holds; undefined when none does. The system's are looked for in every tenant, one after another;
 * a tenant's own that the system has too would keep their word, so they count as unused.
 */
export async function usedKey(set: DictionarySet, tx: Transaction, code: string, keys: readonly string[]): Promise<string | undefined> {
  if (keys.length === 0) return undefined
  if (set.name === 'dictBiz') {
    const { rows } = await tx.run({
      text: 'select dict_key from dict where code = $1 and dict_key = any($2::text[])',
      values: [code, keys],
    })
    const known = new Set(rows.map((row) => row.dict_key))
    const left = keys.filter((key) => !known.has(key))
    return left.length > 0 ? usedIn(tx, tx.tenantId, code, left) : undefined
  }
  const { rows: tenants } = await tx.run({ text: 'select id from tenant order by id' })
  for (const { id } of tenants) {
    const found = await inTenant(tx, String(id), (inside) => usedIn(inside, inside.tenantId, code, keys))
    if (found !== undefined) return found
  }
  return undefined
}
