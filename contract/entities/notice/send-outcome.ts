import { choice } from '../../kit/fields/field.ts'

/** What became of a message that leaves through the service of another company. */
export const sendOutcome = choice({
  zh: '结果',
  en: 'Result',
  required: true,
  readOnly: true,
  list: true,
  initial: 'waiting',
  of: {
    waiting: { zh: '待发送', en: 'To send', tone: 'plain' },
    sending: { zh: '发送中', en: 'Sending', tone: 'busy' },
    sent: { zh: '已发送', en: 'Sent', tone: 'good' },
    failed: { zh: '发送失败', en: 'Failed', tone: 'bad' },
    unknown: { zh: '结果未知', en: 'Unknown', tone: 'warn' },
  },
})
