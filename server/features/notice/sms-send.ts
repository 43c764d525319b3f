import { createHmac } from 'node:crypto'
import { v7 } from 'uuid'
import { mostPhones, smsSend } from '#contract/calls/notice/sms.ts'
import { sms, smsDayLimit } from '#contract/entities/notice/sms.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hasControl } from '#contract/kit/fields/parse.ts'
import { dayStart, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { platformTenant } from '#contract/roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { refuseTooMany, startJob } from '#server/kit/jobs/start-job.ts'
import { read } from '#server/kit/refuse.ts'
import { smsKind, smsValuesPurpose } from './sms-kind.ts'
import { blanksOf, type SmsTemplate } from './sms-provider.ts'

/** Seconds between two messages to one phone, and messages a minute of one tenant. */
const pauseS = 30
const mostAMinute = 200
/** Days that what fills a message waits for a process to send it. */
const keptDays = 1

const ask = (zh: string, en: string, field?: string): Refusal => new Refusal('rule', { zh, en }, field ? [{ field }] : undefined)

/** One writing of a number, so that another one of the same phone does not pass its limits: without `+`, `00` and the code of mainland mobiles. */
export const plainNumber = (phone: string): string => phone.replace(/^(\+|00)/, '').replace(/^86(?=1\d{10}$)/, '')

/** The phones of a request: numbers of 5 to 15 digits, each once, separated by commas. */
export function phonesIn(text: string): string[] {
  const typed = text.split(/[\s,，;；]+/).filter(Boolean)
  const phones = [...new Map(typed.map((phone) => [plainNumber(phone), phone])).values()]
  const wrong = phones.find((one) => !/^\+?\d{5,15}$/.test(one))
  if (wrong !== undefined) throw ask(`手机号“${wrong}”不正确`, `“${wrong}” is not a valid phone number`, 'phones')
  if (phones.length > mostPhones) throw ask(`一次最多发送 ${mostPhones} 个号码`, `At most ${mostPhones} phones at a time`, 'phones')
  return phones
}

/** A number as people may see it: the first three and the last four digits. */
export const masked = (phone: string): string =>
  phone.length > 7 ? `${phone.slice(0, -8)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`

/** The values of a template: an object of texts and numbers. */
function valuesIn(given: unknown): Record<string, string> {
  const wrong = ask(
    '模板参数须为 JSON 对象，例如 {"code":"123456"}',
    'The template values must be a JSON object, such as {"code":"123456"}',
    'params',
  )
  if (given === undefined || given === null || given === '') return {}
  let said: unknown = given
  try {
    if (typeof given === 'string') said = JSON.parse(given)
  } catch {
    throw wrong
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) throw wrong
  const pairs = Object.entries(said)
  if (pairs.some(([name, value]) => !/^\w{1,40}$/.test(name) || !['string', 'number'].includes(typeof value))) throw wrong
  const broken = pairs.find(([, value]) => hasControl(String(value)))
  if (broken)
    throw ask(
      `模板参数“${broken[0]}”含有换行或控制字符`,
      `The template value “${broken[0]}” contains a line break or control character`,
      'params',
    )
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value).slice(0, 200)]))
}

/** The template of a code: the tenant's own, else the platform's. Refuses one that is not in service. */
export async function templateOf(tx: Transaction, code: string): Promise<SmsTemplate> {
  for (const tenant of new Set([tx.tenantId, platformTenant])) {
    const { rows } = await inTenant(tx, tenant, (inside) =>
      inside.run({
        text: 'select * from sms where tenant_id = $1 and sms_code = $2 and not is_deleted and coalesce(is_stopped, 0) = 0',
        values: [tenant, code],
      }),
    )
    if (rows[0]) return rows[0] as unknown as SmsTemplate
  }
  throw ask(`没有已启用的短信配置“${code}”`, `No SMS template “${code}” is active`, 'code')
}

/** Refuses more messages than the tenant's quota of this month and the pace of a tenant and of a phone allow. */
export async function refuseTooOften(
  { occurredAt }: Pick<Context, 'occurredAt'>,
  tx: Transaction,
  template: SmsTemplate,
  hashes: readonly Buffer[],
): Promise<void> {
  const today = homeDay(occurredAt)
  // One request of a tenant at a time counts, so that two together cannot pass the limit.
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 17))', values: [`sms ${tx.tenantId}`] })
  const { rows } = await tx.run({
    text: `select (select sms_quota from tenant where id = $1) as quota,
        count(*) filter (where created_at >= $4::timestamptz)::int as month,
        count(*) filter (where created_at > now() - interval '1 minute')::int as minute,
        count(*) filter (where phone_hash = any($2::bytea[]) and created_at > now() - make_interval(secs => $3))::int as again,
        coalesce((select max(n) from (select count(*)::int as n from sms_message m where m.tenant_id = $1 and m.phone_hash = any($2::bytea[])
          and m.created_at >= $5::timestamptz group by m.phone_hash) c), 0) as day
      from sms_message where tenant_id = $1 and created_at >= least($4::timestamptz, now() - interval '1 minute')`,
    values: [tx.tenantId, hashes, pauseS, dayStart(monthAfter(today, 0)), dayStart(today)],
  })
  const { quota, month, minute, again, day } = rows[0] as Record<string, number>
  if (Number(month) + hashes.length > Number(quota))
    throw ask(
      `本月短信已用 ${month} 条，额度 ${quota} 条，不足以发送`,
      `${month} of this month’s ${quota} messages are used, so there are not enough left`,
    )
  if (Number(minute) + hashes.length > mostAMinute || Number(again) > 0) throw new Refusal('too_many_requests')
  if (Number(day) >= (template.day_limit ?? smsDayLimit))
    throw ask('该号码今日接收的短信已达上限', 'This phone number has reached today’s message limit')
}

/** What a phone is counted by: the number itself is not kept. */
export const phoneHash = (tenantId: string, phone: string): Buffer => createHmac('sha256', tenantId).update(plainNumber(phone)).digest()

async function send(context: Context, tx: Transaction) {
  const { params } = context.input
  const text = typeof params === 'object' && params !== null ? JSON.stringify(params) : params
  const given = read(smsSend.input, { ...context.input, params: text }) as { code: string; phones: string; params?: string | null }
  const [phones, values] = [phonesIn(given.phones), valuesIn(given.params)]
  const template = await templateOf(tx, given.code)
  const missing = blanksOf(template.content ?? '').find((name) => !Object.hasOwn(values, name))
  if (missing) throw ask(`缺少模板参数“${missing}”`, `The template value “${missing}” is missing`, 'params')
  await refuseTooMany(context, tx)
  const hashOf = (phone: string): Buffer => phoneHash(tx.tenantId, phone)
  await refuseTooOften(context, tx, template, phones.map(hashOf))
  const messages = phones.map((phone) => ({ id: v7(), phone: masked(phone), outcome: 'waiting', number: phone }))
  for (const { id, number, phone } of messages) {
    tx.later({
      text: `insert into sms_message (tenant_id, id, phone, sms_code, category, outcome, sender_id, created_by, phone_hash, template_tenant, template_id)
        values ($1, $2, $3, $4, $5, 'waiting', $6, $6, $7, $8, $9)`,
      values: [
        tx.tenantId,
        id,
        phone,
        template.sms_code,
        template.category,
        context.actor.userId,
        hashOf(number),
        template.tenant_id,
        template.id,
      ],
    })
    keepSecret(tx, context.tools.secrets, { purpose: smsValuesPurpose, rowId: id }, JSON.stringify({ phone: number, values }), keptDays)
  }
  const input = { messages: messages.map(({ id }) => id) }
  startJob(context, tx, smsKind, { subject: sms[context.language], input, rights: [smsSend.may], call: smsSend.name })
  return messages.map(({ id, phone, outcome }) => ({ id, phone, outcome }))
}

export const smsSendAnswers: readonly Answer[] = [answer(smsSend, { write: send })]
