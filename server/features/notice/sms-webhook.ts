import { createHmac } from 'node:crypto'
import { shortText } from '#server/kit/outbound/outbound.ts'
import { filled, type SmsProvider } from './sms-provider.ts'

/** What a gateway checks: HMAC-SHA256 of the moment, a dot and the body, in hex. */
export const webhookSignature = (secret: string, at: string, body: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')

/** A gateway of the hospital's own, asked by a signed POST of JSON. Any answer of 2xx says that it took the message. */
export const webhookProvider: SmsProvider = {
  needs: ['endpoint', 'content'],
  needsSecret: true,
  async deliver({ template, secret, phone, values, messageId }, ask, signal) {
    const body = JSON.stringify({
      id: messageId,
      code: template.sms_code,
      templateId: template.template_id,
      sign: template.sign_name,
      phone,
      params: values,
      text: filled(template.content ?? '', values),
    })
    const at = String(Math.floor(Date.now() / 1000))
    const headers = {
      'content-type': 'application/json',
      'x-wardkeeper-timestamp': at,
      'x-wardkeeper-signature': `sha256=${webhookSignature(secret, at, body)}`,
    }
    const response = await ask(template.endpoint ?? '', { method: 'POST', headers, body, signal })
    await shortText(response)
    return response.ok ? { isSent: true, receipt: String(response.status) } : { isSent: false, reason: `HTTP ${response.status}` }
  },
}
