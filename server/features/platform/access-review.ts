import * as calls from '#contract/calls/access-review.ts'
import { user } from '#contract/entities/platform/user.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeTime } from '#contract/kit/moment.ts'
import type { SheetFormat } from '#contract/kit/sheet.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import type { Download } from '#server/kit/download.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { neutral } from '#server/kit/neutral.ts'
import { pagePlan } from '#server/kit/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { sheetFile } from '#server/kit/sheet-file.ts'
import { accessChangesAnswer } from './access-changes.ts'
import { logAccess } from './access-entries.ts'
import { accessExplainAnswer } from './access-explain.ts'
import { logExport } from './export-log.ts'

type Listed = AnswerOf<typeof calls.accessReviewList>['records'][number]

const columns = `ur.user_id || ':' || ur.role_id as id, u.id as "userId", u.account, u.real_name as "realName", d.dept_name as "deptName", u.status,
  r.id as "roleId", r.role_name as "roleName", u.last_sign_in as "lastSignIn", ur.since, g.real_name as "grantedByName",
  ur.reviewed_at as "reviewedAt", w.real_name as "reviewedByName"`
const from = `user_role ur join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and not u.is_deleted
  join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
  left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
  left join app_user g on g.tenant_id = ur.tenant_id and g.id = ur.granted_by
  left join app_user w on w.tenant_id = ur.tenant_id and w.id = ur.reviewed_by`
const order = 'd.path nulls first, u.real_name, u.id, r.role_name, r.id'

/** The people whom the asking person sees, with the filters of the list; departments with those below. */
function partsOf(context: Context) {
  const { keyword, deptId, roleId, right } = read(calls.accessReviewList.input, context.input, {
    beside: ['format', 'tenantId'],
  }) as Partial<Record<'keyword' | 'deptId' | 'roleId' | 'right', string | null>>
  const into = new Parameters()
  const where = [`ur.tenant_id = ${into.add(context.actor.tenantId)}`]
  const scope = scopeSql(user, context.actor, 'u', into)
  if (scope) where.push(scope)
  if (keyword) {
    const like = into.add(`%${keyword.replace(/[\\%_]/g, '\\$&')}%`)
    where.push(`(u.real_name ilike ${like} or u.account ilike ${like})`)
  }
  if (deptId)
    where.push(
      `exists (select 1 from dept own where own.tenant_id = ur.tenant_id and own.id = ${into.add(deptId)}::uuid and d.path >= own.path and d.path < own.path || chr(127))`,
    )
  if (roleId) where.push(`r.id = ${into.add(roleId)}::uuid`)
  if (right)
    where.push(
      `exists (select 1 from role_grant x where x.tenant_id = ur.tenant_id and x.role_id = r.id and x.right_code = ${into.add(right)})`,
    )
  return { columns, from: `${from} where ${where.join(' and ')}`, order, values: into.values }
}

const list = (context: Context): ReadPlan<AnswerOf<typeof calls.accessReviewList>> =>
  pagePlan<Listed, Listed>(context, partsOf(context), (row) => row)

const heads = {
  zh: ['姓名', '账号', '科室', '状态', '角色', '最近登录', '授予时间', '授予人', '复核时间', '复核人'],
  en: ['Name', 'Account', 'Department', 'Status', 'Role', 'Last sign-in', 'Since', 'Given by', 'Reviewed at', 'Reviewed by'],
}

/** The same rows as a sheet, every one of them; the export is in the log. */
function exported(context: Context): ReadPlan<Download> {
  const { format } = read(calls.accessReviewExport.input, { format: 'xlsx', ...context.input }) as { format: SheetFormat }
  const parts = partsOf(context)
  const at = (moment: string | null): string | null => (moment === null ? null : homeTime(moment))
  return {
    queries: [{ text: `select ${parts.columns} from ${parts.from} order by ${parts.order} limit 200000`, values: parts.values }],
    async answer([found]) {
      await logExport(context.tools.pool, context.actor, calls.accessReviewExport.may)
      const { language } = context
      const rows = rowsAs<Listed>(found).map((row) =>
        [
          row.realName,
          row.account,
          row.deptName,
          user.fields.status.of[row.status as 'active'][language],
          row.roleName,
          at(row.lastSignIn),
          at(row.since),
          row.grantedByName,
          at(row.reviewedAt),
          row.reviewedByName,
        ].map((text) => (text === null ? null : neutral(text))),
      )
      const name = calls.accessReviewList[language]
      return sheetFile({ name, sheet: name, format, headers: heads[language], rows })
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
