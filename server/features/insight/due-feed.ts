import { type dueFeed, dueFeedEnd, dueFeedFile, dueFeedMake } from '#contract/calls/insight/due.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import type { Due } from '#contract/kit/entity/due.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import { hashSecret, newSecret } from '#server/kit/access/client-secrets.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import type { DueRow } from './due-things.ts'

/** Since when the person has a feed. */
export const feedOf = ({ actor }: Context): ReadPlan<AnswerOf<typeof dueFeed>> => ({
  queries: [
    { text: 'select made_at as "madeAt" from due_feed where tenant_id = $1 and user_id = $2', values: [actor.tenantId, actor.userId] },
  ],
  answer: ([found]) => ({ madeAt: (found!.rows[0]?.madeAt as string | undefined) ?? null }),
})

/** Makes the person's feed, which replaces one from before, and answers its path: tenant, person and a secret of which only the hash is stored. */
export async function makeFeed(context: Context, tx: Transaction): Promise<{ path: string }> {
  const { actor, language, occurredAt } = context
  read(dueFeedMake.input, context.input)
  const secret = newSecret()
  tx.later({
    text: `insert into due_feed (tenant_id, user_id, secret_hash, language, made_at) values ($1, $2, $3, $4, $5)
      on conflict (tenant_id, user_id) do update set secret_hash = excluded.secret_hash, language = excluded.language, made_at = excluded.made_at`,
    values: [tx.tenantId, actor.userId, hashSecret(secret), language, occurredAt],
  })
  logAccess(context, tx, { event: 'feedMade', account: actor.account, userId: actor.userId })
  const [path] = pathsOf(dueFeedFile)
  return { path: path!.replace(':secret', `${tx.tenantId}.${actor.userId}.${secret}.ics`) }
}

/** Ends the person's feed; `ended` is false without one. */
export async function endFeed(context: Context, tx: Transaction): Promise<{ ended: boolean }> {
  const { actor } = context
  read(dueFeedEnd.input, context.input)
  const { rowCount } = await tx.run({
    text: 'delete from due_feed where tenant_id = $1 and user_id = $2',
    values: [tx.tenantId, actor.userId],
  })
  if (!rowCount) return { ended: false }
  logAccess(context, tx, { event: 'feedEnded', account: actor.account, userId: actor.userId })
  return { ended: true }
}

/** A line of an iCalendar file, folded so that none is longer than 75 bytes (RFC 5545, 3.1). */
export function contentLine(name: string, text: string): string {
  const whole = `${name}:${text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')}`
  const lines: string[] = []
  let line = ''
  let bytes = 0
  for (const sign of whole) {
    const size = Buffer.byteLength(sign)
    if (bytes + size > 74) {
      lines.push(line)
      line = ''
      bytes = 0
    }
    line += sign
    bytes += size
  }
  return [...lines, line].join('\r\n ')
}

const compact = (day: string): string => day.replaceAll('-', '')

/** What is due as an iCalendar file of whole days. `stamp`: the moment of the file. */
export function calendarText(found: readonly (readonly [Due, readonly DueRow[]])[], language: Language, stamp: Date): string {
  const at = stamp.toISOString().replace(/[-:]|\.\d+/g, '')
  const entry = (uid: string, day: string, summary: string): string[] => [
    'BEGIN:VEVENT',
    contentLine('UID', `${uid}@wardkeeper`),
    `DTSTAMP:${at}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    contentLine('SUMMARY', summary),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
  const colon = language === 'zh' ? '：' : ': '
  const entries = found.flatMap(([due, rows]) => {
    const left = new Map<string, number>()
    const named = rows.flatMap(({ id, day, title, count }) => {
      left.set(day, (left.get(day) ?? count) - 1)
      return entry(`${due.name}.${id}`, day, `${due[language]}${colon}${title}`)
    })
    const more = [...left].filter(([, count]) => count > 0)
    const words = (count: number): string => (language === 'zh' ? `另有 ${count} 项` : `${count} more`)
    return [...named, ...more.flatMap(([day, count]) => entry(`${due.name}.${day}`, day, `${due[language]}${colon}${words(count)}`))]
  })
  const name = language === 'zh' ? '医械管家 到期事项' : 'Wardkeeper due dates'
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wardkeeper//Due dates//EN',
    contentLine('X-WR-CALNAME', name),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
