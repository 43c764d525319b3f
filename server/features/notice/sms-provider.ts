import type { Outbound } from '#server/kit/outbound/outbound.ts'

/** A template as its row holds it. */
export interface SmsTemplate {
  readonly id: string
  readonly tenant_id: string
  readonly sms_code: string
  readonly category: 'log' | 'aliyun' | 'webhook'
  readonly template_id: string | null
  readonly content: string | null
  readonly sign_name: string | null
  readonly endpoint: string | null
  readonly region_id: string | null
  readonly access_key: string | null
  readonly day_limit: number | null
}

/** One message to one phone. */
export interface SmsToSend {
  readonly messageId: string
  readonly template: SmsTemplate
  /** Empty where the provider needs none. */
  readonly secret: string
  readonly phone: string
  readonly values: Readonly<Record<string, string>>
}

export type Delivered = { readonly isSent: true; readonly receipt: string } | { readonly isSent: false; readonly reason: string }

/** Who delivers messages. An error that is thrown leaves open whether the message was sent. */
export interface SmsProvider {
  /** Fields of a template without which it is not put into service. */
  readonly needs: readonly ('templateId' | 'content' | 'signName' | 'endpoint' | 'accessKey')[]
  readonly needsSecret: boolean
  deliver(of: SmsToSend, ask: Outbound, signal: AbortSignal): Promise<Delivered>
}

/** What a template says with its values: `${name}` each. */
export const filled = (content: string, values: Readonly<Record<string, string>>): string =>
  content.replace(/\$\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? values[name]! : ''))

/** The names that a template asks for. */
export const blanksOf = (content: string): string[] => [...new Set([...content.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!))]
