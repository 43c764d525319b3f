/** Who delivers text messages. log: no delivery, for trials; webhook: a gateway of the hospital's own. */
export const smsProviders = {
  log: { zh: '仅记录', en: 'Log only' },
  aliyun: { zh: '阿里云短信', en: 'Alibaba Cloud SMS' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
} as const

/** The same as front ends of the given calls number them; 3 is that supplier there, too. */
export const smsNumbers = { aliyun: 3, log: 8, webhook: 9 } as const
