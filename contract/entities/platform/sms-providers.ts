/** Who delivers text messages. log: no delivery, for trials; webhook: a gateway of the hospital's own. */
export const smsProviders = {
  log: { zh: '仅记录', en: 'Log only' },
  aliyun: { zh: '阿里云短信', en: 'Alibaba Cloud SMS' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
} as const
