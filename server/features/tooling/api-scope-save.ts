import { v7 } from 'uuid'
import * as calls from '#contract/calls/tooling/api-scope.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { calls as allCalls } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { opensMore } from '#server/features/identity/public.ts'
import { logAccess } from '#server/features/record/public.ts'
import { refuseElsewhere } from '#server/features/settings/public.ts'
import { bumpTenants } from '#server/kit/access/tenant-epoch.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer, familyRoutes, stepRoutes } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'

/** Every call by its name. */
const names = (): string[] => [...familyRoutes(), ...stepRoutes(), ...allCalls].map((one) => one.name)

/** The patterns of a scope. Refuses what no call fits, and what opens more than the person may call. */
function patternsIn({ actor }: Context, given: string): string[] {
  const patterns = [...new Set(given.split(/[\s,，]+/).filter((one) => one !== ''))]
  const all = names()
  const fits = (pattern: string): boolean =>
    pattern.endsWith('.*') ? all.some((name) => name.startsWith(pattern.slice(0, -1))) : all.includes(pattern)
  const wrong = patterns.find((one) => !fits(one))
  if (wrong !== undefined || patterns.length === 0)
    throw new Refusal('rule', { zh: `没有接口“${wrong ?? ''}”`, en: `No API call “${wrong ?? ''}”` }, [{ field: 'scopePath' }])
  if (opensMore(actor, [], patterns)) throw refusalOf([{ field: 'scopePath', label: calls.apiScopeSubmit.input.scopePath, rule: 'absent' }])
  return patterns
}

const scopeWords = { zh: '接口范围', en: 'API scope' }
const ofProgram = new Refusal('rule', {
  zh: '系统自带的接口范围不能修改或删除',
  en: 'Built-in API scopes cannot be edited or deleted',
})

/** Locks scopes that people made; refuses those of the program, which have a code or stand in a migration. */
async function lockScopes(tx: Transaction, ids: readonly string[]) {
  const { rows } = await tx.run({ text: 'select * from api_scope where id = any($1::uuid[]) order by id for update', values: [ids] })
  if (rows.length < new Set(ids.map((id) => id.toLowerCase())).size) throw new Refusal('not_found', { what: scopeWords })
  if (rows.some((row) => !String(row.code).startsWith('own.'))) throw ofProgram
  return rows
}

async function saveScope(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const draft = read(calls.apiScopeSubmit.input, context.input, {
    // A scope belongs to no item of a menu, and its code is the program's.
    beside: [
      ...['code', 'tenantId', 'menuId', 'scopeType', 'version', 'resourceCode'],
      ...['name', 'patterns', 'disabled', 'scopeTypeName', 'menuName', 'hasChildren'],
    ],
    ofOtherForm: true,
  }) as Record<string, string | null | undefined>
  const patterns = patternsIn(context, draft.scopePath!)
  const [was] = draft.id ? await lockScopes(tx, [draft.id]) : []
  const id = String(was?.id ?? v7())
  tx.later({
    text: `insert into api_scope (id, code, scope_name, name_en, patterns) values ($1, $2, $3, $4, $5)
      on conflict (id) do update set scope_name = excluded.scope_name, name_en = excluded.name_en, patterns = excluded.patterns`,
    values: [id, `own.${id}`, draft.scopeName, draft.nameEn ?? null, patterns],
  })
  if (was) await bumpAll(tx)
  record(context, tx, {
    entity: 'apiScope',
    entityId: id,
    verb: was ? 'change' : 'add',
    version: 1,
    changes: { patterns: { from: was?.patterns ?? null, to: patterns }, scopeName: { from: was?.scope_name ?? null, to: draft.scopeName } },
  })
  logAccess(context, tx, { event: 'rightsChange', detail: `${scopeWords.zh} ${draft.scopeName}: ${patterns.join(' ')}` })
  return { id }
}

/** People who hold a scope load their rights again, in every tenant. */
async function bumpAll(tx: Transaction): Promise<void> {
  const { rows } = await tx.run({ text: 'select id from tenant order by id', values: [] })
  await bumpTenants(
    tx,
    rows.map((row) => row.id),
  )
}

/** Roles of other tenants are out of sight here, so that the database says whether one holds the scope. */
async function deleteScope(tx: Transaction, id: unknown): Promise<void> {
  try {
    await tx.run({ text: 'delete from api_scope where id = $1', values: [id] })
  } catch (error) {
    if ((error as { code?: unknown }).code === '23503') throw new Refusal('in_use', { what: scopeWords, instead: '' })
    throw error
  }
}

async function removeScopes(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const { ids } = read(calls.apiScopeRemove.input, context.input) as { ids: string }
  const rows = await lockScopes(tx, ids.split(','))
  for (const row of rows) {
    await deleteScope(tx, row.id)
    record(context, tx, { entity: 'apiScope', entityId: String(row.id), verb: 'remove', version: 1, input: { name: row.scope_name } })
    logAccess(context, tx, { event: 'rightsChange', detail: `${scopeWords.zh} ${row.scope_name}: −` })
  }
  return { removed: rows.length }
}

/** API scopes that people of the platform make. */
export const apiScopeSaveAnswers: readonly Answer[] = [
  answer(calls.apiScopeSubmit, { write: saveScope }),
  answer(calls.apiScopeRemove, { write: removeScopes }),
]
