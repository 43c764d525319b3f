import { chooseMail, mailChoices } from '#contract/calls/notice/notice-mail.ts'
import { type MailWay, usualWay } from '#contract/entities/notice/mail-ways.ts'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { digestHourKey, digestHourOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { queueGathered, queueMail } from './mail-queue.ts'
import { openChannel } from './open-channels.ts'

type Choices = AnswerOf<typeof mailChoices>

/** What the signed-in person gets by e-mail: of every kind, chosen or not. */
function choicesOf({ actor, language }: Context): ReadPlan<Choices> {
  return {
    queries: [
      {
        text: `select u.email, m.language, m.ways, exists (select 1 from notice_channel c where c.tenant_id = u.tenant_id and c.kind = 'mail' and ${openChannel}) as is_active,
            (select p.param_value from param p where p.tenant_id = u.tenant_id and p.param_key = $3 and not p.is_deleted) as hour
          from app_user u left join notice_mail m on m.tenant_id = u.tenant_id and m.user_id = u.id where u.tenant_id = $1 and u.id = $2`,
        values: [actor.tenantId, actor.userId, digestHourKey],
      },
    ],
    answer: ([found]) => {
      const row = found?.rows[0] ?? {}
      const chosen = (row.ways ?? {}) as Readonly<Record<string, MailWay>>
      return {
        isActive: row.is_active === true,
        email: (row.email as string | null) || null,
        digestHour: digestHourOf(row.hour),
        language: (row.language as Choices['language'] | null) ?? language,
        ways: Object.fromEntries(Object.entries(noticeKinds).map(([kind, words]) => [kind, chosen[kind] ?? usualWay(words)])),
      }
    },
  }
}

/** Keeps what a person chooses for themselves. What is as usual is not kept, so that it follows the default. */
async function choose(context: Context, tx: Transaction) {
  const { choices, language } = read(chooseMail.input, context.input) as {
    choices?: readonly { kind: string; way: MailWay }[] | null
    language?: string | null
  }
  const given = choices ?? []
  const unknown = given.find(({ kind }) => !Object.hasOwn(noticeKinds, kind))
  if (unknown)
    throw new Refusal('rule', { zh: `没有消息类型“${unknown.kind}”`, en: `There is no notice type “${unknown.kind}”` }, [
      { field: 'choices' },
    ])
  const ways = Object.fromEntries(given.map(({ kind, way }) => [kind, way]))
  const usual = given.filter(({ kind, way }) => usualWay(noticeKinds[kind]!) === way).map(({ kind }) => kind)
  // What was to come by the choice until now still does.
  await queueMail(tx, context.occurredAt)
  const atOnce = given.filter(({ way }) => way === 'now').map(({ kind }) => kind)
  queueGathered(tx, context.actor.userId, atOnce)
  tx.later({
    text: `insert into notice_mail as m (tenant_id, user_id, language, ways) values ($1, $2, coalesce($3, $4), $5::jsonb - $6::text[])
      on conflict (tenant_id, user_id) do update set language = coalesce($3, m.language), ways = (m.ways || $5::jsonb) - $6::text[], updated_at = now()`,
    values: [tx.tenantId, context.actor.userId, language ?? null, context.language, JSON.stringify(ways), usual],
  })
  return { saved: true }
}

export const mailAnswers: readonly Answer[] = [answer(mailChoices, { read: choicesOf }), answer(chooseMail, { write: choose })]
