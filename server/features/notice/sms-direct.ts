import { v7 } from 'uuid'
import { writeAs } from '#server/db/pool.ts'
import type { Tools } from '#server/kit/context.ts'
import { deliver, note } from './sms-kind.ts'
import { masked, phoneHash, refuseTooOften, templateOf } from './sms-send.ts'

interface Direct {
  readonly code: string
  readonly phone: string
  readonly values: Readonly<Record<string, string>>
  readonly language: 'zh' | 'en'
  readonly now: Date
}

/**
 * Sends a text message for the program itself, within the limits of every other one; its row says how it went. What fills it is kept nowhere, and a message
 * that was interrupted is not sent again.
 */
export async function sendDirect(
  tools: Pick<Tools, 'pool' | 'secrets' | 'reachable'>,
  tenantId: string,
  { code, phone, values, language, now }: Direct,
): Promise<void> {
  const id = v7()
  const template = await writeAs(tools.pool, tenantId, async (tx) => {
    tx.later({
      text: `update sms_message set outcome = 'unknown', version = version + 1, updated_at = now()
        where tenant_id = $1 and sms_code = $2 and outcome = 'sending' and sender_id is null and updated_at < now() - interval '5 minutes'`,
      values: [tenantId, code],
    })
    const found = await templateOf(tx, code)
    const hash = phoneHash(tenantId, phone)
    await refuseTooOften({ occurredAt: now }, tx, found, [hash])
    tx.later({
      text: `insert into sms_message (tenant_id, id, phone, sms_code, category, outcome, phone_hash, template_tenant, template_id)
        values ($1, $2, $3, $4, $5, 'sending', $6, $7, $8)`,
      values: [tenantId, id, masked(phone), found.sms_code, found.category, hash, found.tenant_id, found.id],
    })
    return found
  })
  const message = { phone, values, tenant: String(template.tenant_id), templateId: String(template.id) }
  const result = await deliver(tools, language, id, message).catch((error: unknown) => ({
    isSent: undefined,
    reason: error instanceof Error ? error.message : String(error),
  }))
  await writeAs(tools.pool, tenantId, async (tx) => {
    if (result.isSent) note(tx, id, 'sent', null, result.receipt)
    else note(tx, id, result.isSent === false ? 'failed' : 'unknown', result.reason)
  })
}
