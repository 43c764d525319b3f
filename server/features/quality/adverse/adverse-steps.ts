import { followDue, reportDue } from '#contract/entities/quality/adverse-clock.ts'
import { adverseEvent, adverseFlow } from '#contract/entities/quality/adverse-event.ts'
import type { HarmLevel } from '#contract/entities/quality/adverse-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'
import { addLines } from '#server/kit/lines/write-lines.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/steps/step.ts'
import { refuseOthers, refusePersonal } from './adverse-hooks.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })
const { fields } = adverseEvent
const moment = (value: unknown): number => Date.parse(String(value))

type Told = 'adverse_submitted' | 'adverse_returned' | 'adverse_reported'

/** Tells the reporter, or who reviews, of an event. */
async function tell(context: Context, tx: Transaction, row: Row, kind: Told, detail: string | null): Promise<void> {
  const { rows } = await tx.run({
    text: 'select device_name, device_code from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, row.device_id],
  })
  const of = rows[0]
  notify(context, tx, {
    kind,
    subject: [row.event_no, of?.device_name, of?.device_code].filter(Boolean).join(' '),
    detail,
    target: 'adverseEvent',
    targetId: String(row.id),
    to:
      kind === 'adverse_submitted'
        ? { holders: { right: 'adverseEvent.review', deptId: row.use_dept_id as string | null } }
        : { users: [row.reporter_id as string | null] },
  })
}

step(adverseFlow, 'send', async ({ context, tx, row }) => {
  refuseOthers(context, row)
  // The effect is required, except for events without harm.
  if (row.harm_level !== 'other' && !row.effect) throw refusalOf([{ field: 'effect', label: fields.effect, rule: 'required' }])
  await tell(context, tx, row, 'adverse_submitted', null)
  return { submitted_at: context.occurredAt }
})

step(adverseFlow, 'review', async ({ context, input }) => {
  refusePersonal(adverseFlow.steps.review.input, input)
  return { reviewer_id: context.actor.userId, reviewed_at: context.occurredAt, review_note: input.reviewNote ?? null }
})

step(adverseFlow, 'sendBack', async ({ context, tx, row, input }) => {
  refusePersonal(adverseFlow.steps.sendBack.input, input)
  await tell(context, tx, row, 'adverse_returned', String(input.reviewNote))
  return {
    ...{ reviewer_id: context.actor.userId, reviewed_at: null, submitted_at: null },
    review_note: input.reviewNote,
  }
})

/** Refuses a report in the future. */
function refuseFuture({ occurredAt }: Context, at: number, words: { readonly zh: string; readonly en: string }): void {
  if (at > occurredAt.getTime()) throw rule(`${words.zh}不能晚于现在`, `“${words.en}” cannot be in the future`)
}

step(adverseFlow, 'report', async ({ context, tx, row, input }) => {
  const at = moment(input.reportedAt)
  refuseFuture(context, at, fields.reportedAt)
  if (at < moment(row.aware_at))
    throw rule('上报时间不能早于发现或获知时间', 'The report cannot be before the time when you learned of the event')
  const isGroup = row.is_group === 1
  const due = reportDue({ harmLevel: row.harm_level as HarmLevel, isGroup, awareAt: new Date(moment(row.aware_at)).toISOString() })
  await tell(context, tx, row, 'adverse_reported', String(input.monitorNo))
  return {
    reported_at: input.reportedAt,
    monitor_no: input.monitorNo,
    is_late: due !== null && at > Date.parse(due) ? 1 : 0,
    due_at: isGroup ? followDue(new Date(at).toISOString()) : null,
    follow_state: isGroup ? 'open' : 'none',
  }
})

/** Refuses follow-ups of an event that needs none. */
function refuseClosed(row: Row): void {
  if (row.follow_state === 'open') return
  throw row.follow_state === 'ended'
    ? rule(`不良事件“${row.event_no}”的续报已结束`, `The follow-ups of “${row.event_no}” have ended`)
    : rule(`不良事件“${row.event_no}”不是群体事件，无需续报`, `“${row.event_no}” is no group event and needs no follow-ups`)
}

step(adverseFlow, 'followUp', async ({ context, tx, row, input, changes }) => {
  refuseClosed(row)
  const at = moment(input.followedAt)
  refuseFuture(context, at, adverseFlow.steps.followUp.input.followedAt)
  const last = moment(row.followed_at ?? row.reported_at)
  if (at <= last) throw rule('续报时间须晚于上一次上报', 'A follow-up must be after the report before it')
  refusePersonal(adverseFlow.steps.followUp.input, input)
  const { followedAt, content } = input
  const line = { followedAt, content, followedById: context.actor.userId } as Parsed
  const { totals, told } = await addLines(adverseEvent, 'followUps', context, tx, String(row.id), [line])
  Object.assign(changes, told)
  return {
    followed_at: followedAt,
    follow_up_count: totals.followUpCount,
    is_late: row.is_late === 1 || at > moment(row.due_at) ? 1 : 0,
    due_at: followDue(new Date(at).toISOString()),
  }
})

step(adverseFlow, 'endFollowUps', async ({ row }) => {
  refuseClosed(row)
  return { follow_state: 'ended', due_at: null }
})
