import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import { takeSecret } from '#server/kit/access/secrets.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import { type JobRun, jobKind } from '#server/kit/jobs/job-kind.ts'
import { outboundOf } from '#server/kit/outbound/outbound.ts'
import { smsPurpose } from './sms-hooks.ts'
import type { Delivered, SmsTemplate } from './sms-provider.ts'
import { providers } from './sms-providers.ts'

/** What the phone and the values of a message are kept as until it is sent. */
export const smsValuesPurpose = 'sms.values'

/** How long a provider may take. */
const patienceMs = 15_000

interface Input {
  readonly messages: readonly string[]
}

const unknown = { zh: '发送过程中断，结果未知', en: 'Sending was interrupted, so the result is unknown' } as const
const ended = { zh: '未发送', en: 'Not sent' } as const

/** What a provider says, without characters that the database refuses. */
const plain = (said: string | null): string | null => said?.replace(/\p{Cc}/gu, ' ') ?? null

/** Writes down how a message went. */
export const note = (tx: Transaction, id: string, outcome: string, reason: string | null, receipt: string | null = null): void =>
  tx.later({
    text: `update sms_message set outcome = $3, reason = left($4, 200), provider_no = left($5, 100), version = version + 1, updated_at = now(),
        sent_at = case when $3 = 'sent' then now() end where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, outcome, plain(reason), plain(receipt)],
  })

/**
 * Takes a message to be sent. What it says is deleted by that, so that no second attempt sends it again: a message that may have been sent costs
 * and disturbs.
 */
async function taken({ context, attempt }: JobRun<Input>, id: string) {
  const { pool, secrets } = context.tools
  return writeAs(pool, attempt.tenantId, async (tx) => {
    const { rows } = await tx.run({
      text: 'select outcome, template_tenant, template_id from sms_message where tenant_id = $1 and id = $2 for update',
      values: [tx.tenantId, id],
    })
    const [row] = rows
    if (row?.outcome === 'sending') note(tx, id, 'unknown', unknown[context.language])
    if (row?.outcome !== 'waiting') return undefined
    const kept = await takeSecret(tx, secrets, { purpose: smsValuesPurpose, rowId: id })
    if (!kept) {
      note(tx, id, 'failed', ended[context.language])
      return undefined
    }
    note(tx, id, 'sending', null)
    const { phone, values } = JSON.parse(kept) as { phone: string; values: Record<string, string> }
    return { phone, values, tenant: String(row.template_tenant), templateId: String(row.template_id) }
  })
}

/** Hands a message to the provider of its template. */
export async function deliver(
  { pool, secrets, reachable }: Pick<Tools, 'pool' | 'secrets' | 'reachable'>,
  language: Language,
  messageId: string,
  { phone, values, tenant, templateId }: NonNullable<Awaited<ReturnType<typeof taken>>>,
): Promise<Delivered> {
  const text = 'select * from sms where tenant_id = $1 and id = $2 and not is_deleted and coalesce(is_stopped, 0) = 0'
  const [found] = await readAs(pool, tenant, [{ text, values: [tenant, templateId] }])
  const template = found?.rows[0] as unknown as SmsTemplate | undefined
  if (!template) return { isSent: false, reason: ended[language] }
  const provider = providers[template.category]
  const secret = await storedSecret(pool, secrets, { tenantId: tenant, purpose: smsPurpose, rowId: templateId })
  return provider.deliver(
    { messageId, template, secret: secret ?? '', phone, values },
    outboundOf(reachable),
    AbortSignal.timeout(patienceMs),
  )
}

/** Sends messages one after the other; each once at most. */
export const smsKind = jobKind<Input>({
  name: 'sms.send',
  zh: '发送短信',
  en: 'Send text messages',
  places: () => 2,
  tells: true,
  async run(run) {
    const { input, context, attempt, signal, say } = run
    for (const [done, id] of input.messages.entries()) {
      signal.throwIfAborted()
      say({ done, total: input.messages.length, phase: smsKind })
      const message = await taken(run, id)
      if (!message) continue
      const result = await deliver(context.tools, context.language, id, message).catch((error: unknown) => ({
        isSent: undefined,
        reason: error instanceof Error ? error.message : String(error),
      }))
      await writeAs(context.tools.pool, attempt.tenantId, async (tx) => {
        if (result.isSent) note(tx, id, 'sent', null, result.receipt)
        else note(tx, id, result.isSent === false ? 'failed' : 'unknown', result.reason)
      })
    }
    return undefined
  },
  async unfinished(tx, { messages }, { note: why }) {
    tx.later({
      text: `update sms_message set outcome = 'failed', reason = left($3, 200), updated_at = now() where tenant_id = $1 and id = any($2::uuid[]) and outcome = 'waiting'`,
      values: [tx.tenantId, messages, why],
    })
    tx.later({
      text: 'delete from secret where tenant_id = $1 and purpose = $2 and row_id = any($3)',
      values: [tx.tenantId, smsValuesPurpose, messages],
    })
  },
})
