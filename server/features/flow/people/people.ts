import { nameOfNode, nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import type { ApproveNode, AssigneeRule, CopyNode } from '#contract/entities/flow/tree.ts'
import type { DeptRole } from '#contract/kit/entity/approval.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { rightPackagedSql } from '#server/kit/access/packaged.ts'
import type { Context } from '#server/kit/context.ts'
import type { Course } from '../course/course.ts'
import { answersSql } from './staff.ts'

/** Most people that one node asks: the approval’s row names each of them, and is written with every answer. */
const most = 300

/** A person who is asked, and for whom while that one is away. */
export interface Asked {
  readonly id: string
  readonly insteadOf: string | null
}

const roleSql = `exists (select 1 from user_role ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id and ur.role_id = any($2::uuid[]))`

async function idsOf({ tx }: Course, where: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await tx.run({
    text: `select u.id from app_user u where u.tenant_id = $1 and ${where} order by u.created_at, u.id limit ${most + 1}`,
    values: [tx.tenantId, ...values],
  })
  return rows.map((row) => String(row.id))
}

/** Those of these people who fit, in the order in which they were named. */
async function named(course: Course, ids: readonly string[], where = 'true'): Promise<string[]> {
  const found = new Set(await idsOf(course, `u.id = any($2::uuid[]) and ${where}`, [ids]))
  return [...new Set(ids)].filter((id) => found.has(id))
}

/** The applicant, whom no rule asks about the own application; none where the definition allows that. */
const selfOf = ({ row, tree }: Course): unknown => (tree.allowSelf === true ? null : row.applicant_id)

/**
 * The heads of the department that is `levels` above this one, or of the topmost where there are fewer. A department without a head, or
 * with the applicant alone, passes the question to the one above it. Ids of people; none when no department on the way has a head.
 */
async function headsOf(course: Course, deptId: unknown, levels: number): Promise<string[]> {
  const { tx } = course
  const { rows } = await tx.run({
    text: `select d.id from dept own join dept d on d.tenant_id = own.tenant_id and own.path >= d.path and own.path < d.path || chr(127)
      where own.tenant_id = $1 and own.id = $2 and not d.is_deleted order by length(d.path) desc`,
    values: [tx.tenantId, deptId],
  })
  const depts = rows.map((row) => String(row.id))
  for (const id of depts.slice(Math.min(levels, Math.max(0, depts.length - 1)))) {
    const found = await idsOf(
      course,
      `${answersSql} and u.dept_id = $2 and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.role_alias = 'head'
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id)`,
      [id],
    )
    const others = found.filter((one) => one !== selfOf(course))
    if (others.length > 0) return others
  }
  return []
}

/** The heads one level above the department of a person. */
export async function headsAbove(course: Course, userId: unknown): Promise<string[]> {
  const { rows } = await course.tx.run({
    text: 'select dept_id from app_user where tenant_id = $1 and id = $2',
    values: [course.tx.tenantId, userId],
  })
  return rows[0]?.dept_id ? headsOf(course, rows[0].dept_id, 1) : []
}

/** The tenant’s administrators. */
export const administrators = (course: Course): Promise<string[]> =>
  idsOf(
    course,
    `${answersSql} and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.role_alias = 'administrator'
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id)`,
    [],
  )

/** Holders of the right that decides the kind. */
const holders = (course: Course): Promise<string[]> =>
  idsOf(
    course,
    `${answersSql} and ${rightPackagedSql('u.tenant_id', course.approval.may)} and exists (select 1 from user_role ur
      join role_grant g on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id and g.right_code = $2 where ur.tenant_id = u.tenant_id and ur.user_id = u.id)`,
    [course.approval.may],
  )

/** The departments of the document by their role. */
export type Depts = Partial<Readonly<Record<DeptRole, string | null>>>

function byRule(course: Course, rule: AssigneeRule, depts: Depts, chosen: readonly string[]): Promise<string[]> {
  if (rule.by === 'user') return named(course, rule.ids)
  if (rule.by === 'role') return idsOf(course, `${answersSql} and ${roleSql}`, [rule.ids])
  if (rule.by === 'post') return idsOf(course, `${answersSql} and u.post_id && $2::uuid[]`, [rule.ids])
  if (rule.by === 'head') return headsOf(course, depts[rule.of] ?? null, rule.levels ?? 0)
  if (rule.by === 'holders') return holders(course)
  return named(course, chosen)
}

/** The day on which people are asked: an act that a phone did earlier asks them now. */
export const askingDay = ({ op, occurredAt }: Context): string => homeDay(op ? new Date() : occurredAt)

/** Who stands in for whom on a day: the newest absence of each person. `without`: absences that are being removed. */
export async function deputiesOn(tx: Transaction, day: string, without: readonly string[] = []): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.run({
    text: `select distinct on (user_id) user_id, deputy_id from flow_absence where tenant_id = $1 and not is_deleted
      and $2::date between begin_date and end_date and id <> all($3::uuid[]) order by user_id, created_at desc`,
    values: [tx.tenantId, day, without],
  })
  return new Map(rows.map((row) => [String(row.user_id), String(row.deputy_id)]))
}

/** Who stands in for a person today, along a row of absences; undefined where all of them are away. */
export function standInOf(first: string, deputies: ReadonlyMap<string, string>): string | undefined {
  const passed = new Set<string>()
  let id: string | undefined = first
  while (id !== undefined && deputies.has(id)) {
    passed.add(id)
    const next: string = deputies.get(id)!
    id = passed.has(next) ? undefined : next
  }
  return id
}

/**
 * The people that a node asks: by its rules, deputies for those who are away, without the applicant unless the definition allows it. The tenant’s
 * administrators where none is left, else the holders of the right, and where more than can be asked would all have to answer: asking some of them would decide without the others.
 */
export async function peopleOf(course: Course, node: ApproveNode | CopyNode, depts: Depts): Promise<Asked[]> {
  const chosen = ((course.row.chosen ?? {}) as Record<string, string[]>)[node.id] ?? []
  const found = new Set<string>()
  for (const rule of node.who) for (const id of await byRule(course, rule, depts, chosen)) found.add(id)
  const deputies = await deputiesOn(course.tx, askingDay(course.context))
  const asked = new Map<string, Asked>()
  for (const first of found) {
    const id = standInOf(first, deputies)
    if (id !== undefined && id !== selfOf(course) && !asked.has(id)) asked.set(id, { id, insteadOf: id === first ? null : first })
  }
  const here = new Set(await named(course, [...asked.keys()], answersSql))
  const people = [...asked.values()].filter(({ id }) => here.has(id))
  const isAnyEnough = node.kind === 'copy' || node.mode === 'one'
  if (people.length > 0 && (people.length <= most || isAnyEnough)) return people.slice(0, most)
  // Administrators may be away for good; then the holders of the right are left.
  const admins = await administrators(course)
  const last = admins.length > 0 ? admins : await holders(course)
  const others = last.filter((id) => id !== course.row.applicant_id)
  if (last.length === 0 && node.kind === 'approve')
    throw new Refusal('rule', {
      zh: `节点“${nameOfNode(node)}”没有可以审批的在职人员，也没有在职的管理员`,
      en: `Node “${nodeNameIn(nameOfNode(node), 'en')}” has no active person who can decide, and there is no active administrator`,
    })
  return (others.length > 0 ? others : last).slice(0, most).map((id) => ({ id, insteadOf: null }))
}
