import { aliyunProvider } from './sms-aliyun.ts'
import type { SmsProvider, SmsTemplate } from './sms-provider.ts'
import { webhookProvider } from './sms-webhook.ts'

/** Delivers nothing: a trial shows in the list of messages that it was asked for. */
const logProvider: SmsProvider = {
  needs: [],
  needsSecret: false,
  deliver: async () => ({ isSent: true, receipt: 'log' }),
}

export const providers: Readonly<Record<SmsTemplate['category'], SmsProvider>> = {
  log: logProvider,
  aliyun: aliyunProvider,
  webhook: webhookProvider,
}
