import { exportStart, jobCancel, jobFile, jobsMine, jobsOfTenant, timedJobList, timedJobRun } from '#contract/calls/tooling/job.ts'
import { jobNotices } from '#contract/entities/tooling/job-notices.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, type Rows } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { exportWords, logAccess } from '#server/features/record/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { nextDue, scheduleOf } from '#server/kit/jobs/cron.ts'
import { queueTimed } from '#server/kit/jobs/due.ts'
import { startExport } from '#server/kit/jobs/export-kind.ts'
import { timedJobs, timedKind, timedOf } from '#server/kit/jobs/job.ts'
import { actorNow, refuseWithout } from '#server/kit/jobs/job-actor.ts'
import { jobKinds } from '#server/kit/jobs/job-kind.ts'
import { scopeStillCovers } from '#server/kit/jobs/scope-mark.ts'
import { tellRunner } from '#server/kit/jobs/start-job.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'

const what = jobNotices.targets.backgroundJob
const missing = (): Refusal => new Refusal('not_found', { what })
const manages = ({ actor }: Context): boolean => mayCall(actor, jobsOfTenant.may, jobsOfTenant.name)

type JobPage = AnswerOf<typeof jobsMine>

function jobOf(context: Context, row: Row): JobPage['records'][number] {
  const { language, actor } = context
  const kind = jobKinds.get(String(row.kind)) ?? timedOf(String(row.kind))
  const isOpen = row.status === 'waiting' || row.status === 'working'
  const phase = row.phase as { zh: string; en: string } | null
  return {
    id: String(row.id),
    kind: String(row.kind),
    kindName: kind?.[language] ?? String(row.kind),
    subject: String(row.subject),
    status: row.status as JobPage['records'][number]['status'],
    phase: row.status === 'working' ? (phase?.[language] ?? null) : null,
    done: Number(row.done),
    total: (row.total as number | null) ?? null,
    note: (row.note as string | null) ?? null,
    userName: (row.real_name as string | null) ?? null,
    createTime: String(row.created_at),
    endTime: (row.ended_at as string | null) ?? null,
    fileName: row.user_id === actor.userId ? ((row.file_name as string | null) ?? null) : null,
    canCancel: isOpen && row.cancelled_by === null && jobKinds.has(String(row.kind)),
    canDownload: row.user_id === actor.userId && row.file_id !== null,
  }
}

/** One page of jobs, the newest first: the person's own, or all of the tenant. */
const list =
  (isOwn: boolean) =>
  (context: Context): ReadPlan<JobPage> => {
    const { status } = read({ status: jobsMine.input.status }, { status: context.input.status }) as { status?: string | null }
    const into = new Parameters()
    const where = [
      `j.tenant_id = ${into.add(context.actor.tenantId)}`,
      isOwn ? `j.user_id = ${into.add(context.actor.userId)}` : `j.kind not like 'timed.%'`,
      ...(status ? [`j.status = ${into.add(status)}`] : []),
    ].join(' and ')
    return pagePlan(
      context,
      {
        columns: 'j.*, u.real_name, f.file_name',
        from: `background_job j left join app_user u on u.tenant_id = j.tenant_id and u.id = j.user_id
          left join file f on f.tenant_id = j.tenant_id and f.id = j.file_id where ${where}`,
        counted: `background_job j where ${where}`,
        order: 'j.id desc',
        values: into.values,
      },
      (row: Row) => jobOf(context, row),
      20,
    )
  }

async function cancel(context: Context, tx: Transaction): Promise<AnswerOf<typeof jobCancel>> {
  const { id } = read(jobCancel.input, context.input) as { id: string }
  const { userId } = context.actor
  const { rows } = await tx.run({
    text: `select kind, subject, status, input, language, user_id from background_job where tenant_id = $1 and id = $2 and (user_id = $3 or $4) for update`,
    values: [tx.tenantId, id, userId, manages(context)],
  })
  const row = rows[0]
  const kind = jobKinds.get(String(row?.kind))
  if (!row || !kind) throw missing()
  if (row.status !== 'waiting' && row.status !== 'working')
    throw new Refusal('rule', { zh: '任务已经结束，不能取消', en: 'The task has ended already and cannot be cancelled' })
  const language = row.language === 'en' ? 'en' : 'zh'
  const note = language === 'zh' ? `已由${context.actor.realName}取消` : `Cancelled by ${context.actor.realName}`
  if (row.status === 'waiting') {
    await kind.unfinished?.(tx, row.input as object, { how: 'cancelled', note, language, userId: String(row.user_id) })
    tx.later({
      text: `update background_job set status = 'cancelled', cancelled_by = $3, note = $4, ended_at = now() where tenant_id = $1 and id = $2`,
      values: [tx.tenantId, id, userId, note],
    })
  } else
    tx.later({
      text: 'update background_job set cancelled_by = $3 where tenant_id = $1 and id = $2',
      values: [tx.tenantId, id, userId],
    })
  if (row.user_id !== userId && !kind.tells) {
    const [subject, to] = [`${kind[language]}${language === 'zh' ? '：' : ': '}${row.subject}`, { users: [String(row.user_id)] }]
    notify(context, tx, { kind: 'job_ended', subject, detail: note, target: 'backgroundJob', targetId: id, to })
  }
  record(context, tx, { entity: 'backgroundJob', entityId: id, verb: 'cancel' })
  tx.afterCommit(() => tellRunner(context.tools.pool, id))
  return { id }
}

/** The result of the person's own job. Refuses a person who has lost a right that it was made with, or sees other records by now. */
function file(context: Context): ReadPlan {
  const { id } = read(jobFile.input, context.input) as { id: string }
  const { tenantId, userId } = context.actor
  return {
    queries: [
      {
        text: `select j.rights, j.call, j.reach, j.role_id, f.file_name, f.file_type, f.sha256 from background_job j join file f on f.tenant_id = j.tenant_id and f.id = j.file_id
          where j.tenant_id = $1 and j.id = $2 and j.user_id = $3`,
        values: [tenantId, id, userId],
      },
    ],
    async answer([rows]: Rows[]) {
      const row = rows!.rows[0]
      if (!row) throw missing()
      // Who acts in all roles sees what one of them has made.
      const isNarrow = row.role_id !== null && context.actor.actingRoleId === null
      const actor = isNarrow ? await actorNow(context.tools.pool, tenantId, userId, String(row.role_id)) : context.actor
      refuseWithout(actor, row.rights as string[], row.call as string | null)
      if (row.reach !== null && !scopeStillCovers(String(row.reach), actor))
        throw new Refusal('rule', {
          zh: '导出之后您的数据范围有变化，请重新导出',
          en: 'Your data scope has changed since this was exported. Export it again',
        })
      const body = await context.tools.contents.read(tenantId, String(row.sha256))
      return { download: String(row.file_name), type: String(row.file_type), body }
    },
  }
}

async function startListExport(context: Context, tx: Transaction): Promise<AnswerOf<typeof exportStart>> {
  const { entity, search } = read(exportStart.input, context.input) as { entity: string; search?: string | null }
  const id = await startExport(context, tx, { entity, search: search ?? '' })
  const { account, userId } = context.actor
  if (id) logAccess(context, tx, { event: 'export', account, userId, detail: exportWords(`${entity}.export`) })
  return { id }
}

function timedList(context: Context): ReadPlan<AnswerOf<typeof timedJobList>> {
  return {
    queries: [{ text: 'select name, begun_at, ended_at, outcome, note from timed_job' }],
    answer([rows]: Rows[]) {
      const known = new Map(rows!.rows.map((row) => [String(row.name), row]))
      return [...timedJobs.values()].map((job) => {
        const row = known.get(job.name)
        const [begun, ended] = [row?.begun_at as string | null | undefined, row?.ended_at as string | null | undefined]
        return {
          name: job.name,
          title: job[context.language],
          cron: job.cron,
          beginTime: begun ?? null,
          seconds: begun && ended ? Math.max(0, (Date.parse(ended) - Date.parse(begun)) / 1000) : null,
          outcome: (row?.outcome as 'done' | 'failed' | null | undefined) ?? null,
          note: (row?.note as string | null | undefined) ?? null,
          nextTime: new Date(nextDue(scheduleOf(job.cron), Date.now())).toISOString(),
          isOpen: Boolean(begun) && !ended,
        }
      })
    },
  }
}

async function runTimed(context: Context, tx: Transaction): Promise<AnswerOf<typeof timedJobRun>> {
  const { name } = read(timedJobRun.input, context.input) as { name: string }
  const job = timedJobs.get(name)
  if (!job) throw new Refusal('not_found', { what: timedJobRun.input.name })
  const id = await queueTimed(tx, job, context.actor.userId)
  if (!id) throw new Refusal('rule', { zh: '这个任务正在运行，请稍候', en: 'This job is running. Wait a moment' })
  record(context, tx, { entity: 'timedJob', entityId: id, verb: 'run', input: { name, kind: timedKind(name) } })
  tx.afterCommit(() => tellRunner(context.tools.pool))
  return { id }
}

export const jobAnswers: readonly Answer[] = [
  answer(jobsMine, { read: list(true) }),
  answer(jobsOfTenant, { read: list(false) }),
  answer(jobCancel, { write: cancel }),
  answer(jobFile, { read: file }),
  answer(exportStart, { write: startListExport }),
  answer(timedJobList, { read: timedList }),
  answer(timedJobRun, { write: runTimed }),
]
