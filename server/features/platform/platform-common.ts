import { v7 } from 'uuid'
import * as calls from '#contract/calls/platform-common.ts'
import { user } from '#contract/entities/platform/user.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { rightOf } from '#contract/kit/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { calls as allCalls, entityNamed, measures } from '#contract/registry.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { mayCall, scopeSql } from '#server/kit/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { record } from '#server/kit/event.ts'
import { type Answer, answer, familyRoutes, stepRoutes } from '#server/kit/family.ts'
import { pageOf } from '#server/kit/list.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { logAccess } from './access-entries.ts'
import { lockPeople } from './limits.ts'
import { opensMore } from './role-limits.ts'
import { bumpTenants, refuseElsewhere } from './tenant-menus.ts'

const mainDatasource = 'main'

/** Whether the store that rows choose is the disk of the program. */
async function isOnDisk({ pool }: Context['tools']): Promise<boolean> {
  const text = `select 1 from oss where tenant_id = $1 and is_active = 1 and category = 's3' and not is_deleted`
  const [found] = await readAs(pool, platformTenant, [{ text, values: [platformTenant] }])
  return found!.rows.length === 0
}

async function datasource(context: Context): Promise<AnswerOf<typeof calls.tenantDatasource>> {
  refuseElsewhere(context)
  const { tenantId, datasourceId } = read(calls.tenantDatasource.input, context.input) as Record<string, string | null | undefined>
  if (datasourceId && datasourceId !== mainDatasource)
    throw new Refusal('rule', {
      zh: '所有租户共用一个数据库，按行隔离，不能更换数据源',
      en: 'All tenants share one database, apart by rows. A tenant cannot have another one',
    })
  const { language, tools } = context
  const isBucket = tools.filesIn === 'bucket' || (tools.stores !== undefined && !(await isOnDisk(tools)))
  return {
    tenantId: tenantId ?? context.actor.tenantId,
    datasourceId: mainDatasource,
    datasourceName: { zh: 'PostgreSQL（全部租户共用）', en: 'PostgreSQL, shared by all tenants' }[language],
    files: isBucket ? { zh: '对象存储', en: 'Object storage' }[language] : { zh: '本机磁盘', en: 'Local disk' }[language],
  }
}

const roleTree = ({ actor, input }: Context): ReadPlan<AnswerOf<typeof calls.roleTreeById>> => {
  const { roleId } = read(calls.roleTreeById.input, input) as { roleId: string }
  return {
    queries: [
      {
        text: `select id, id as value, id as key, role_name as name, role_name as title, role_alias as "roleAlias", false as "hasChildren" from role
          where tenant_id = $1 and id = $2 and not is_deleted`,
        values: [actor.tenantId, roleId],
      },
    ],
    answer: ([found]) => rowsAs(found),
  }
}

function platformOf(context: Context): ReadPlan<AnswerOf<typeof calls.platformDetail>> {
  const { id } = read(calls.platformDetail.input, context.input) as { id: string }
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(context.actor.tenantId)} and t.id = ${into.add(id)}::uuid and not t.is_deleted`
  const scope = scopeSql(user, context.actor, 't', into)
  return {
    queries: [
      {
        text: `select t.id, t.account, t.real_name as "realName", coalesce(p.user_type, 1)::text as "userType", p.user_ext as "userExt" from app_user t
          left join user_platform p on p.tenant_id = t.tenant_id and p.user_id = t.id where ${where}${scope ? ` and ${scope}` : ''}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const [row] = rowsAs<Omit<AnswerOf<typeof calls.platformDetail>, 'userTypeName'>>(found)
      if (!row) throw new Refusal('not_found', { what: user })
      return { ...row, userTypeName: calls.updatePlatform.input.userType.of[row.userType][context.language] }
    },
  }
}

async function setPlatform(context: Context, tx: Transaction) {
  // Front ends of the given calls send the platform as a number.
  const given = {
    ...context.input,
    userType: typeof context.input.userType === 'number' ? String(context.input.userType) : context.input.userType,
  }
  const { userId, userType, userExt } = read(calls.updatePlatform.input, given) as Record<string, string | null | undefined>
  const [row] = await lockPeople(context, tx, [userId!], 'self')
  const { rows } = await tx.run({
    text: 'select user_type::text as type, user_ext as ext from user_platform where tenant_id = $1 and user_id = $2',
    values: [tx.tenantId, userId],
  })
  tx.later({
    text: `insert into user_platform (tenant_id, user_id, user_type, user_ext, updated_by) values ($1, $2, $3, $4, $5)
      on conflict (tenant_id, user_id) do update set user_type = excluded.user_type, user_ext = excluded.user_ext, updated_by = excluded.updated_by, updated_at = now()`,
    values: [tx.tenantId, userId, userType, userExt ?? null, context.actor.userId],
  })
  record(context, tx, {
    entity: user.name,
    entityId: String(userId),
    verb: 'updatePlatform',
    version: Number(row!.version),
    input: { from: rows[0] ?? null, to: { type: userType, ext: userExt ?? null } },
  })
  return { id: String(userId) }
}

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
    throw new Refusal('rule', { zh: `没有接口“${wrong ?? ''}”`, en: `There is no call “${wrong ?? ''}”` }, [{ field: 'scopePath' }])
  if (opensMore(actor, [], patterns)) throw refusalOf([{ field: 'scopePath', label: calls.apiScopeSubmit.input.scopePath, rule: 'absent' }])
  return patterns
}

const scopeWords = { zh: '接口范围', en: 'API scope' }
const ofProgram = new Refusal('rule', {
  zh: '系统自带的接口范围不能修改或删除',
  en: 'API scopes of the program can be neither changed nor removed',
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
    beside: ['code', 'tenantId', 'menuId', 'scopeType', 'version'],
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
    if ((error as { code?: unknown }).code === '23503') throw new Refusal('in_use', { what: scopeWords })
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

/** The reports that measures declare, as far as the person may list what they are about. */
function reports(context: Context): ReadPlan<AnswerOf<typeof calls.reportList>> {
  const { actor, language } = context
  const { name } = read(calls.reportList.input, context.input) as { name?: string | null }
  const { current, size, offset } = pageOf(context)
  const open = measures.flatMap((of) =>
    mayCall(actor, rightOf(entityNamed(of.of.name), 'list'), `measure.${of.name}`)
      ? Object.entries(of.reports ?? {}).map(([key, report]) => ({
          id: `${of.name}.${key}`,
          name: report[language],
          path: `/api${typeof report.path === 'string' ? report.path : report.path[0]}`,
          page: of.page,
          exportPath: `/api${of.path}/export?group=${report.group}`,
        }))
      : [],
  )
  const found = name ? open.filter((one) => one.name.includes(name)) : open
  return {
    queries: [],
    answer: () => ({
      records: found.slice(offset, offset + size),
      total: found.length,
      size,
      current,
      pages: Math.ceil(found.length / size),
    }),
  }
}

async function keepReports(context: Context): Promise<never> {
  read(calls.reportRemove.input, context.input)
  throw new Refusal('rule', { zh: '报表由系统提供，不能删除', en: 'Reports are part of the program and cannot be removed' })
}

/** Calls that front ends of the given calls make beside the families. */
export const commonAnswers: readonly Answer[] = [
  answer(calls.tenantDatasource, { write: datasource }),
  answer(calls.roleTreeById, { read: roleTree }),
  answer(calls.platformDetail, { read: platformOf }),
  answer(calls.updatePlatform, { write: setPlatform }),
  answer(calls.apiScopeSubmit, { write: saveScope }),
  answer(calls.apiScopeRemove, { write: removeScopes }),
  answer(calls.reportList, { read: reports }),
  answer(calls.reportRemove, { write: keepReports }),
]
