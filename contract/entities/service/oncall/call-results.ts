/** How a call outside working hours was answered; empty: no one was called, or the report was cancelled before. */
export const callResults = {
  waiting: { zh: '未应答', en: 'Not answered', tone: 'warn' },
  inTime: { zh: '按时应答', en: 'Answered in time', tone: 'good' },
  late: { zh: '超时应答', en: 'Answered late', tone: 'bad' },
} as const
