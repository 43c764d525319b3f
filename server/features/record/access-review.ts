import * as calls from '#contract/calls/record/access-review.ts'
import { user } from '#contract/entities/identity/user.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { SheetFormat } from '#contract/kit/sheets/sheet.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import type { Download } from '#server/kit/files/download.ts'
import { likeText } from '#server/kit/read/like.ts'
import { pageOf } from '#server/kit/read/list.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { accessChangesAnswer } from './access-changes.ts'
import { accessExplainAnswer } from './access-explain.ts'
import { logAccess, logExport } from './public.ts'

type Listed = AnswerOf<typeof calls.accessReviewList>['records'][number]
interface Found extends Listed {
  /** Of the department, which the rows are ordered by. */
  readonly path: string | null
}

const columns = `ur.user_id || ':' || ur.role_id as id, u.id as "userId", u.account, u.real_name as "realName", d.dept_name as "deptName", u.status,
  r.id as "roleId", r.role_name as "roleName", u.last_sign_in as "lastSignIn", ur.since, g.real_name as "grantedByName",
  ur.reviewed_at as "reviewedAt", w.real_name as "reviewedByName", d.path`
const others = `join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
  join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
  left join app_user g on g.tenant_id = ur.tenant_id and g.id = ur.granted_by
  left join app_user w on w.tenant_id = ur.tenant_id and w.id = ur.reviewed_by`
const order = 'path nulls first, "realName", "userId", "roleName", "roleId"'

/**
 * The people whom the asking person sees, with the filters of the list; departments with those below. Of the rows at most the first `most` are looked up.
 * People without a department stand apart, so that the others come department by department from its index and the rest is never sorted.
 */
function partsOf(context: Context, most: number) {
  const { keyword, deptId, roleId, right } = read(calls.accessReviewList.input, context.input, {
    beside: ['format', 'tenantId'],
  }) as Partial<Record<'keyword' | 'deptId' | 'roleId' | 'right', string | null>>
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const person: string[] = []
  const scope = scopeSql(user, context.actor, 'u', into)
  if (scope) person.push(scope)
  if (keyword) {
    const like = into.add(`%${likeText(searchForm(keyword))}%`)
    person.push(`(search_form(u.real_name) like ${like} or search_form(u.account) like ${like})`)
  }
  if (deptId)
    person.push(
      `u.dept_id in (select below.id from dept own join dept below on below.tenant_id = own.tenant_id and below.path >= own.path and below.path < own.path || chr(127)
        where own.tenant_id = ${tenant} and own.id = ${into.add(deptId)}::uuid)`,
    )
  const held: string[] = []
  if (roleId) held.push(`ur.role_id = ${into.add(roleId)}::uuid`)
  if (right)
    held.push(
      `exists (select 1 from role_grant x where x.tenant_id = ur.tenant_id and x.role_id = ur.role_id and x.right_code = ${into.add(right)})`,
    )
  const where = [`u.tenant_id = ${tenant}`, `ur.tenant_id = ${tenant}`, 'not u.is_deleted', ...person, ...held].join(' and ')
  const first = (join: string, only: string, by: string): string =>
    `(select ${columns} from app_user u ${join} dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id ${others}
      where ${where}${only} order by ${by}u.real_name, u.id, r.role_name, r.id limit ${most})`
  // A role is held by people and roles that are there or were deleted: those that were are few, and sooner found than all the others.
  const people =
    person.length > 0
      ? `exists (select 1 from app_user u where u.tenant_id = ur.tenant_id and u.id = ur.user_id and not u.is_deleted and ${person.join(' and ')})`
      : 'not exists (select 1 from app_user u where u.tenant_id = ur.tenant_id and u.id = ur.user_id and u.is_deleted)'
  const roles = 'not exists (select 1 from role r where r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted)'
  const counted = [`ur.tenant_id = ${tenant}`, people, roles, ...held]
  return {
    columns: '*',
    from: `(${first('left join', ' and u.dept_id is null', '')} union all ${first('join', '', 'd.path, ')}) listed`,
    counted: `user_role ur where ${counted.join(' and ')}`,
    order,
    values: into.values,
  }
}

function list(context: Context): ReadPlan<AnswerOf<typeof calls.accessReviewList>> {
  const { offset, size } = pageOf(context)
  return pagePlan<Found, Listed>(context, partsOf(context, offset + size), ({ path: _, ...row }) => ({
    ...row,
    roleName: roleText(row.roleName, context.language),
  }))
}

/** How many rows an export has at most. */
const mostExported = 200_000

const heads = {
  zh: ['姓名', '账号', '科室', '状态', '角色', '最近登录', '授予时间', '授予人', '复核时间', '复核人'],
  en: ['Name', 'Account', 'Department', 'Status', 'Role', 'Last sign-in', 'Granted on', 'Granted by', 'Reviewed at', 'Reviewed by'],
}

/** The columns of moments among them. */
const moments: ReadonlySet<number> = new Set([5, 6, 8])

/** The same rows as a sheet, every one of them; the export is in the log. */
function exported(context: Context): ReadPlan<Download> {
  const { format } = read(calls.accessReviewExport.input, { format: 'xlsx', ...context.input }) as { format: SheetFormat }
  const parts = partsOf(context, mostExported)
  const at = (moment: string | null): string | null => (moment === null ? null : homeTime(moment))
  return {
    queries: [{ text: `select ${parts.columns} from ${parts.from} order by ${parts.order} limit ${mostExported}`, values: parts.values }],
    async answer([found]) {
      await logExport(context.tools.pool, context.actor, calls.accessReviewExport.may)
      const { language } = context
      const rows = rowsAs<Listed>(found).map((row) => [
        row.realName,
        row.account,
        row.deptName,
        user.fields.status.of[row.status as 'active'][language],
        roleText(row.roleName, language),
        at(row.lastSignIn),
        at(row.since),
        row.grantedByName,
        at(row.reviewedAt),
        row.reviewedByName,
      ])
      const name = calls.accessReviewList[language]
      return sheetFile({
        name,
        sheet: name,
        format,
        columns: heads[language].map((heading, at) => ({ heading, kind: moments.has(at) ? ('time' as const) : undefined })),
        rows,
        at: context.occurredAt,
      })
    },
  }
}

/** Keeps that these people rightly have these roles. Refuses one's own and those that are not there or outside the scope; then nothing is kept. */
async function mark(context: Context, tx: Transaction) {
  const { rows } = read(calls.accessReviewMark.input, context.input) as { rows: { userId: string; roleId: string }[] }
  if (rows.length === 0) throw new Refusal('bad_request')
  const { userId } = context.actor
  if (rows.some((row) => row.userId === userId))
    throw new Refusal('rule', { zh: '不能复核自己的角色', en: 'You cannot review your own roles' })
  const into = new Parameters()
  const [tenant, me, people, roles] = [tx.tenantId, userId, rows.map((row) => row.userId), rows.map((row) => row.roleId)].map((value) =>
    into.add(value),
  )
  const scope = scopeSql(user, context.actor, 'u', into)
  const { rows: done } = await tx.run({
    text: `update user_role ur set reviewed_at = now(), reviewed_by = ${me}::uuid
      from unnest(${people}::uuid[], ${roles}::uuid[]) given(user_id, role_id), app_user u, role r
      where ur.tenant_id = ${tenant} and ur.user_id = given.user_id and ur.role_id = given.role_id
        and u.tenant_id = ur.tenant_id and u.id = ur.user_id and not u.is_deleted and r.tenant_id = ur.tenant_id and r.id = ur.role_id${scope ? ` and ${scope}` : ''}
      returning ur.user_id, u.account, r.role_name`,
    values: into.values,
  })
  if (done.length < new Set(rows.map((row) => `${row.userId}:${row.roleId}`)).size)
    throw new Refusal('not_found', { what: calls.accessReviewMark.input.rows })
  for (const row of done)
    logAccess(context, tx, { event: 'accessReview', account: row.account, userId: row.user_id, detail: String(row.role_name) })
  return { reviewed: done.length }
}

/** What auditors look at: who has which role, why, and who changed it. */
export const accessReviewAnswers: readonly Answer[] = [
  answer(calls.accessReviewList, { read: list }),
  answer(calls.accessReviewExport, { read: exported }),
  answer(calls.accessReviewMark, { write: mark }),
  accessExplainAnswer,
  accessChangesAnswer,
]
