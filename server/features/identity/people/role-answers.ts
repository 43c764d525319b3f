import * as calls from '#contract/calls/identity/role.ts'
import { apiScopeList } from '#contract/calls/tooling/api-scope.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { role } from '#contract/entities/identity/role.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { MenuItem } from '#contract/kit/module.ts'
import type { Language } from '#contract/kit/words.ts'
import { buttonsOf, menu } from '#contract/menu.ts'
import { openRights } from '#contract/packages.ts'
import { rights } from '#contract/rights.ts'
import { isPlatformRight, platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Rows, rowsAs } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer, toOthers } from '#server/kit/family.ts'
import { listPlan } from '#server/kit/read/list.ts'
import { treePlan } from '#server/kit/read/tree.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { giverOf } from './duty-limits.ts'
import { refuseLastAdministrator, refuseOwnRole, refuseRolesBeyond } from './limits.ts'
import { isWithin, opensMore, rolesToGive, ruled } from './role-limits.ts'

interface GrantInput {
  roleIds: string[]
  menuIds?: string | null
  dataScopeIds?: string[] | null
  apiScopeIds?: string[] | null
  hiddenMenus?: string | null
  seen?: { roleId: string; version: number }[] | null
}

const codesIn = (list: string | null | undefined): string[] => [
  ...new Set((list ?? '').split(',').flatMap((code) => (code.trim() === '' ? [] : [code.trim()]))),
]

const items = (list: readonly MenuItem[]): MenuItem[] => list.flatMap((item) => [item, ...items(item.children ?? [])])
const menuCodes = new Set(items(menu).map((item) => item.code))

/** The rights among the keys of a grant; keys of menu items say only where rights stand. Refuses unknown ones and those the person has not. */
function rightsIn(context: Context, list: string): string[] {
  const actor = giverOf(context.actor)
  const codes = codesIn(list).filter((code) => rights.has(code) || !menuCodes.has(code))
  if (codes.some((code) => !rights.has(code)))
    throw refusalOf([{ field: 'menuIds', label: calls.grantRoles.input.menuIds, rule: 'absent' }])
  const beyond = codes.find((code) => !actor.granted.has(code))
  if (beyond) {
    const words = rights.get(beyond)!
    throw new Refusal('rule', { zh: `您没有“${words.zh}”的权限，不能授予`, en: `You cannot grant “${words.en}”: you do not have it` })
  }
  return codes
}

/** Whether departments that a role is to see are outside what the person sees of anything. */
const isOutside = ({ actor }: Context, deptIds: readonly string[]): boolean => {
  const said = { kind: 'chosen', deptIds } as const
  return !isWithin(said, actor.general, actor, []) || ruled.some((of) => !isWithin(said, actor.scopeOf(of), actor, [], of))
}

/** Answers the patterns of the API scopes that are given, where some are. */
async function refuseWrongScopes(context: Context, tx: Transaction, input: GrantInput): Promise<readonly string[] | undefined> {
  const { dataScopeIds, apiScopeIds } = input
  if (dataScopeIds?.length) {
    await lockRows(dept, context, tx, [...dataScopeIds].sort())
    if (isOutside(context, dataScopeIds))
      throw refusalOf([{ field: 'dataScopeIds', label: calls.grantRoles.input.dataScopeIds, rule: 'absent' }])
  }
  if (!apiScopeIds?.length) return apiScopeIds === undefined ? undefined : []
  const { rows } = await tx.run({
    text: `select id, patterns from api_scope where id = any($1::uuid[]) and ('*' = any($2::text[]) or patterns <@ $2::text[])`,
    values: [apiScopeIds, context.actor.callPatterns],
  })
  if (rows.length < new Set(apiScopeIds).size)
    throw refusalOf([{ field: 'apiScopeIds', label: calls.grantRoles.input.apiScopeIds, rule: 'absent' }])
  return rows.flatMap((row) => row.patterns as string[])
}

/** Refuses a grant after which a role joins a right of one role of the person with an API scope of another. */
async function refuseJoined(
  { actor }: Context,
  tx: Transaction,
  ids: readonly string[],
  codes?: readonly string[],
  patterns?: readonly string[],
) {
  if (actor.roles.length === 1) return
  for (const role of await rolesToGive(tx, ids))
    if (opensMore(giverOf(actor), codes ?? role.rights, patterns ?? role.patterns))
      throw new Refusal('rule', {
        zh: `角色“${role.name}”会得到您自己没有的接口范围`,
        en: `The role “${role.name}” would get API scopes that you do not have`,
      })
}

/** What a role gains and loses of departments, API scopes or hidden menus, by name; undefined: nothing is said of them. */
async function scopeChanges(
  tx: Transaction,
  table: string,
  column: string,
  of: string | undefined,
  title: string,
  id: unknown,
  next: readonly string[] | null | undefined,
): Promise<string[]> {
  if (next === undefined) return []
  const name = of ? `coalesce((select ${title}::text from ${of} x where x.id::text = k.key limit 1), k.key)` : 'k.key'
  const { rows } = await tx.run({
    text: `with had as (select ${column}::text as key from ${table} where tenant_id = $1 and role_id = $2)
      select k.sign || ${name} as said from (select '+' as sign, n as key from unnest($3::text[]) n where n not in (select key from had)
        union all select '−', key from had where key <> all($3::text[])) k order by 1`,
    values: [tx.tenantId, id, next ?? []],
  })
  return rows.map((row) => String(row.said))
}

/** Replaces what a table holds of a role. */
function replace(tx: Transaction, table: string, column: string, type: string, id: unknown, values: readonly string[]): void {
  const named = [tx.tenantId, id, values]
  // What stays keeps its row, which says since when it is there.
  tx.later({ text: `delete from ${table} where tenant_id = $1 and role_id = $2 and ${column} <> all($3::${type}[])`, values: named })
  tx.later({
    text: `insert into ${table} (tenant_id, role_id, ${column}) select distinct $1, $2::uuid, unnest($3::${type}[]) on conflict do nothing`,
    values: named,
  })
}

async function grant(context: Context, tx: Transaction) {
  const input = read(calls.grantRoles.input, context.input) as unknown as GrantInput
  const codes = typeof input.menuIds === 'string' || input.menuIds === null ? rightsIn(context, input.menuIds ?? '') : undefined
  const rows = await lockRows(role, context, tx, [...input.roleIds].sort())
  await refuseOwnRole(context, tx, input.roleIds)
  await refuseRolesBeyond(context, tx, input.roleIds)
  const patterns = await refuseWrongScopes(context, tx, input)
  await refuseJoined(context, tx, input.roleIds, codes, patterns)
  const seen = new Map(input.seen?.map(({ roleId, version }) => [roleId, version]))
  for (const row of rows) await refuseStale(role, context, tx, row, seen.get(String(row.id)))
  for (const row of rows) {
    const { rows: held } = await tx.run({
      text: 'select right_code from role_grant where tenant_id = $1 and role_id = $2',
      values: [tx.tenantId, row.id],
    })
    const had = new Set(held.map((one) => String(one.right_code)))
    const signed = (list: readonly string[], sign: string): string[] => list.map((code) => `${sign}${rights.get(code)?.zh ?? code}`)
    const detail = codes
      ? [
          ...signed(
            codes.filter((code) => !had.has(code)),
            '+',
          ),
          ...signed(
            [...had].filter((code) => !codes.includes(code)),
            '−',
          ),
        ].join('、')
      : ''
    const scopes = [
      ...(await scopeChanges(tx, 'role_dept', 'dept_id', 'dept', 'dept_name', row.id, input.dataScopeIds)),
      ...(await scopeChanges(tx, 'role_api_scope', 'api_scope_id', 'api_scope', 'scope_name', row.id, input.apiScopeIds)),
      ...(await scopeChanges(
        tx,
        'role_hidden_menu',
        'code',
        undefined,
        'code',
        row.id,
        input.hiddenMenus === undefined ? undefined : codesIn(input.hiddenMenus),
      )),
    ]
    if (codes) {
      replace(tx, 'role_grant', 'right_code', 'text', row.id, codes)
      tx.later({
        text: 'update role_grant set granted_by = $3 where tenant_id = $1 and role_id = $2 and right_code = any($4::text[])',
        values: [tx.tenantId, row.id, context.actor.userId, codes.filter((code) => !had.has(code))],
      })
    }
    if (input.dataScopeIds !== undefined) replace(tx, 'role_dept', 'dept_id', 'uuid', row.id, input.dataScopeIds ?? [])
    if (input.apiScopeIds !== undefined) replace(tx, 'role_api_scope', 'api_scope_id', 'uuid', row.id, input.apiScopeIds ?? [])
    if (input.hiddenMenus !== undefined) replace(tx, 'role_hidden_menu', 'code', 'text', row.id, codesIn(input.hiddenMenus))
    const said = [detail, ...scopes].filter((one) => one !== '').join('、')
    const version = Number(row.version) + 1
    tx.later({
      text: 'update role set version = $3, updated_by = $4, updated_at = now() where tenant_id = $1 and id = $2',
      values: [tx.tenantId, row.id, version, context.actor.userId],
    })
    record(context, tx, { entity: role.name, entityId: String(row.id), verb: 'grant', version, input: { detail: said } })
    logAccess(context, tx, { event: 'rightsChange', detail: `${row.role_name}: ${said}` })
  }
  await refuseLastAdministrator(tx)
  return { granted: rows.length }
}

async function copy(context: Context, tx: Transaction) {
  const { roleId, roleName, roleAlias } = read(calls.copyRole.input, context.input) as Record<string, string>
  const [row] = await lockRows(role, context, tx, [roleId!])
  await refuseRolesBeyond(context, tx, [roleId!])
  const draft = {
    roleName,
    roleAlias,
    reach: row!.reach,
    ...(row!.sort === null ? {} : { sort: row!.sort }),
    ...(row!.duty === null ? {} : { duty: row!.duty }),
  }
  const saved = await submit(context.actor.settings.view(role), { ...context, input: draft }, tx)
  tx.later({ text: 'delete from role_api_scope where tenant_id = $1 and role_id = $2', values: [tx.tenantId, saved.id] })
  for (const [table, column] of [
    ['role_grant', 'right_code'],
    ['role_dept', 'dept_id'],
    ['role_api_scope', 'api_scope_id'],
    ['role_hidden_menu', 'code'],
  ])
    tx.later({
      text: `insert into ${table} (tenant_id, role_id, ${column}) select tenant_id, $3, ${column} from ${table} where tenant_id = $1 and role_id = $2`,
      values: [tx.tenantId, roleId, saved.id],
    })
  tx.later({
    text: `insert into data_scope (tenant_id, id, created_by, updated_by, role_id, entity, reach, depts, conditions)
      select tenant_id, gen_random_uuid(), $4, $4, $3, entity, reach, depts, conditions from data_scope where tenant_id = $1 and role_id = $2`,
    values: [tx.tenantId, roleId, saved.id, context.actor.userId],
  })
  tx.later({
    text: 'update role_grant set granted_by = $3 where tenant_id = $1 and role_id = $2',
    values: [tx.tenantId, saved.id, context.actor.userId],
  })
  logAccess(context, tx, { event: 'rightsChange', detail: `${row!.role_name} → ${roleName}` })
  return saved
}

interface Node {
  readonly id: string
  readonly name: string
  readonly disabled?: boolean
  readonly children?: readonly Node[]
}

/** The rights under their menu items, those of no item at the end; `disabled`: the person has it not. */
function rightTree({ actor: asking, language }: Context): Node[] {
  const actor = giverOf(asking)
  const packaged = openRights(actor.tenantKind, actor.menuCodes)
  const open = new Set(
    [...rights.keys()].filter(
      (right) => (actor.tenantId === platformTenant || !isPlatformRight(right)) && (packaged === null || packaged.has(right)),
    ),
  )
  const placed = new Set<string>()
  const leaf = (right: string): Node => {
    placed.add(right)
    return { id: right, name: rights.get(right)![language], disabled: !actor.granted.has(right) }
  }
  const node = (item: MenuItem): Node[] => {
    const below = item.children
      ? item.children.flatMap(node)
      : buttonsOf(item).flatMap((right) => (open.has(right) && !placed.has(right) ? [leaf(right)] : []))
    return below.length > 0 ? [{ id: item.code, name: item[language], children: below }] : []
  }
  const tree = menu.flatMap(node)
  const rest = [...open].filter((right) => !placed.has(right)).map(leaf)
  return rest.length > 0 ? [...tree, { id: 'other', name: { zh: '其他', en: 'Other' }[language], children: rest }] : tree
}

interface Part extends Node {
  readonly title: string
  readonly key: string
  readonly value: string
  readonly children?: readonly Part[]
}

const partOf = ({ children, ...node }: Node): Part => ({
  ...node,
  title: node.name,
  key: node.id,
  value: node.id,
  ...(children && { children: children.map(partOf) }),
})

/** The three things that a grant names, as other front ends read them: rights, departments and API scopes; of the last two what the person may list. */
function partsOfGrant(context: Context): ReadPlan<AnswerOf<typeof calls.grantTree>> {
  const { actor, language } = context
  const mayDepts = mayCall(actor, rightOf(dept, 'tree'), `${dept.name}.tree`)
  const depts = mayDepts ? treePlan(actor.settings.view(dept), { ...context, input: {} }) : { queries: [], answer: () => [] }
  const mayScopes = mayCall(actor, apiScopeList.may, apiScopeList.name)
  const scopes = {
    text: `select id, ${language === 'zh' ? 'scope_name' : 'coalesce(name_en, scope_name)'} as name, patterns from api_scope order by code <> 'all', scope_name, id`,
    values: [],
  }
  return {
    queries: [...depts.queries, scopes],
    async answer(results) {
      const [found] = results.slice(-1)
      return toOthers<AnswerOf<typeof calls.grantTree>>({
        menu: rightTree(context).map(partOf),
        dataScope: ((await depts.answer(results)) as Node[]).map(partOf),
        apiScope: rowsAs<{ id: string; name: string; patterns: readonly string[] }>(found).flatMap(({ id, name, patterns }) =>
          mayScopes ? [partOf({ id, name, disabled: opensMore(actor, [], patterns) })] : [],
        ),
      })
    },
  }
}

function keys(context: Context): ReadPlan<AnswerOf<typeof calls.roleKeys>> {
  const { roleIds } = read(calls.roleKeys.input, context.input) as { roleIds: string[] }
  const of = (table: string, column: string) => ({
    text: `select distinct ${column} as key from ${table} where tenant_id = $1 and role_id = any($2::uuid[]) order by 1`,
    values: [context.actor.tenantId, roleIds],
  })
  return {
    queries: [
      of('role_grant', 'right_code'),
      of('role_dept', 'dept_id'),
      of('role_api_scope', 'api_scope_id'),
      of('role_hidden_menu', 'code'),
      {
        text: 'select id as "roleId", version from role where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted order by id',
        values: [context.actor.tenantId, roleIds],
      },
    ],
    answer([codes, depts, scopes, hidden, versions]) {
      const list = (found: typeof codes) => found!.rows.map((row) => String(row.key))
      const [menu, dataScope, apiScope] = [list(codes).filter((code) => rights.has(code)), list(depts), list(scopes)]
      return {
        menuIds: menu,
        dataScopeIds: dataScope,
        apiScopeIds: apiScope,
        menu,
        dataScope,
        apiScope,
        hiddenMenus: list(hidden),
        seen: rowsAs(versions),
      }
    },
  }
}

/** The same options in the language of the reader. */
function named<T extends { name: string; title: string }>(found: Rows | undefined, language: Language): T[] {
  return rowsAs<T>(found).map((option) => {
    const name = roleText(option.name, language)
    return { ...option, name, title: name }
  })
}

const tree = ({ actor, language }: Context): ReadPlan<AnswerOf<typeof calls.roleTree>> => ({
  queries: [
    {
      text: `select id, id as value, id as key, role_name as name, role_name as title, role_alias as "roleAlias", false as "hasChildren" from role
        where tenant_id = $1 and not is_deleted order by sort nulls last, role_name, id`,
      values: [actor.tenantId],
    },
  ],
  answer: ([found]) => named(found, language),
})

/** Most roles of the list without pages. */
const mostRoles = 200

/** Every role that the filters find. */
function rows(context: Context): ReadPlan<AnswerOf<typeof calls.roleRows>> {
  const { roleName, roleAlias } = read(calls.roleRows.input, context.input)
  const page = listPlan(context.actor.settings.view(role), { ...context, input: { roleName, roleAlias, current: 1, size: mostRoles } })
  return { queries: page.queries, answer: async (found) => (await page.answer(found)).records }
}

/** One role as a tree: roles have none below them. */
const treeOfOne = ({ actor, input, language }: Context): ReadPlan<AnswerOf<typeof calls.roleTreeById>> => {
  const { roleId } = read(calls.roleTreeById.input, input) as { roleId: string }
  return {
    queries: [
      {
        text: `select id, id as value, id as key, role_name as name, role_name as title, role_alias as "roleAlias", false as "hasChildren" from role
          where tenant_id = $1 and id = $2 and not is_deleted`,
        values: [actor.tenantId, roleId],
      },
    ],
    answer: ([found]) => named(found, language),
  }
}

/** What roles hold, and giving it to them. */
export const roleAnswers: readonly Answer[] = [
  answer(calls.grantRoles, { write: grant }),
  answer(calls.roleRows, { read: rows }),
  answer(calls.copyRole, { write: copy }),
  answer(calls.roleTree, { read: tree }),
  answer(calls.roleTreeById, { read: treeOfOne }),
  answer(calls.grantTree, {
    read: (context) => (context.isOther ? partsOfGrant(context) : { queries: [], answer: () => rightTree(context) }),
  }),
  answer(calls.roleKeys, { read: keys }),
]
