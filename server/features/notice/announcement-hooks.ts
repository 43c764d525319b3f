import { announcement } from '#contract/entities/notice/announcement.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Row } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { listOf, spreadAnnouncement, standing, takeBack } from './announcement-sending.ts'

type Values = Readonly<Record<string, unknown>>

/** The row as it will be, by wire names. */
const becoming = (row: Row | undefined, draft: Parsed): Values => ({
  audience: row?.audience ?? announcement.fields.audience.initial,
  depts: row?.depts,
  roles: row?.roles,
  releaseTime: row?.release_time,
  endTime: row?.end_time,
  persons: row?.persons,
  ...draft,
})

function refuseEmpty({ audience, ...lists }: Values): void {
  const name = audience as keyof typeof listOf
  const label = listOf[name]
  if (label && !(lists[name] as string[] | null | undefined)?.length) throw refusalOf([{ field: name, label, rule: 'required' }])
}

const beyond = (): Refusal =>
  new Refusal(
    'rule',
    { zh: '您只能通知本人数据范围内的科室或人员', en: 'You can notify only departments and people within your data scope' },
    [{ field: 'audience' }],
  )

/** Who is limited to departments tells those alone; people are looked at one by one where they are chosen. */
function refuseBeyond({ general }: Actor, { audience, depts }: Values): void {
  if (general.isAll || audience === 'persons') return
  const own = new Set(general.deptIds ?? [])
  if (audience !== 'depts' || (depts as string[]).some((id) => !own.has(id))) throw beyond()
}

/** What was told to people beyond a scope is not rewritten, narrowed or taken back from there; chosen people only by who chose them. */
function refuseOthers(actor: Actor, row: Row): void {
  if (actor.general.isAll) return
  refuseBeyond(actor, becoming(row, {}))
  if (row.audience === 'persons' && row.created_by !== actor.userId) throw beyond()
}

function refuseTimes({ releaseTime, endTime }: Values): void {
  if (!releaseTime || !endTime || new Date(String(endTime)) > new Date(String(releaseTime))) return
  throw new Refusal('rule', { zh: '截止时间须晚于发布时间', en: 'The end must be later than the publishing time' }, [{ field: 'endTime' }])
}

function refuseWrong(actor: Actor, values: Values): void {
  refuseEmpty(values)
  refuseBeyond(actor, values)
  refuseTimes(values)
}

hook(announcement, {
  async beforeAdd({ actor, occurredAt }, _tx, { draft }) {
    const values = becoming(undefined, draft)
    refuseWrong(actor, values)
    const from = (draft.releaseTime as string | null | undefined) ?? occurredAt.toISOString()
    const runs = standing({ release_time: from, end_time: draft.endTime }, occurredAt) === 'runs'
    return { release_time: from, ...(runs ? { sent_at: occurredAt } : {}) }
  },
  async beforeChange({ actor, occurredAt }, _tx, { row, draft }) {
    refuseOthers(actor, row)
    const values = becoming(row, draft)
    refuseWrong(actor, values)
    if (row.sent_at && 'releaseTime' in draft && new Date(String(values.releaseTime)) > occurredAt)
      throw new Refusal('rule', { zh: '已发布的通知不能改为以后发布', en: 'A published announcement cannot be scheduled for later' }, [
        { field: 'releaseTime' },
      ])
    const stands = standing({ release_time: values.releaseTime, end_time: values.endTime }, occurredAt)
    return stands === 'runs' && !row.sent_at ? { sent_at: occurredAt } : undefined
  },
  async afterSave({ occurredAt }, tx, { id }) {
    const { rows } = await tx.run({
      text: 'select sent_at, release_time, end_time from announcement where tenant_id = $1 and id = $2',
      values: [tx.tenantId, id],
    })
    if (!rows[0]?.sent_at) return
    if (standing(rows[0], occurredAt) === 'over') takeBack(tx, [id], 'unread')
    else spreadAnnouncement(tx, id)
  },
  async beforeRemove({ actor }, tx, { rows }) {
    for (const row of rows) refuseOthers(actor, row)
    takeBack(
      tx,
      rows.map((row) => row.id),
      'all',
    )
  },
})
