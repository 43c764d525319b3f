import { createHmac, randomUUID } from 'node:crypto'
import { type Outbound, shortText } from '#server/kit/outbound/outbound.ts'
import type { Delivered, SmsProvider } from './sms-provider.ts'

const usual = 'https://dysmsapi.aliyuncs.com/'

/** RFC 3986, which leaves fewer characters as they are than encodeURIComponent does. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters in the order and form that are signed. */
const canonical = (given: Readonly<Record<string, string>>): string =>
  Object.keys(given)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(given[name]!)}`)
    .join('&')

/** The signature of a request as the vendor's RPC interface asks for it (HMAC-SHA1, version 1.0), in base64. */
export const aliyunSignature = (method: 'GET' | 'POST', given: Readonly<Record<string, string>>, secret: string): string =>
  createHmac('sha1', `${secret}&`)
    .update(`${method}&${encoded('/')}&${encoded(canonical(given))}`)
    .digest('base64')

async function outcome(asked: ReturnType<Outbound>): Promise<Delivered> {
  const text = await shortText(await asked)
  const said = JSON.parse(text) as { Code?: unknown; Message?: unknown; BizId?: unknown }
  if (said.Code === 'OK') return { isSent: true, receipt: String(said.BizId ?? '') }
  return { isSent: false, reason: `${said.Code ?? ''} ${said.Message ?? ''}`.trim() }
}

/** Alibaba Cloud SMS: the vendor fills its own template, which it has approved. */
export const aliyunProvider: SmsProvider = {
  needs: ['templateId', 'signName', 'accessKey'],
  needsSecret: true,
  deliver({ template, secret, phone, values, messageId }, ask, signal) {
    const given = {
      AccessKeyId: template.access_key ?? '',
      Action: 'SendSms',
      Format: 'JSON',
      OutId: messageId,
      PhoneNumbers: phone,
      RegionId: template.region_id ?? 'cn-hangzhou',
      SignName: template.sign_name ?? '',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: template.template_id ?? '',
      TemplateParam: JSON.stringify(values),
      Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: '2017-05-25',
    }
    const body = `Signature=${encoded(aliyunSignature('POST', given, secret))}&${canonical(given)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return outcome(ask(template.endpoint ?? usual, { method: 'POST', headers, body, signal }))
  },
}
