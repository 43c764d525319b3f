import { choice, link, text } from '../../../kit/fields/field.ts'

/** The event of a repair that says who was called, and who was not. Its people are stored by their names then. */
export const onCallTold = {
  zh: '值班呼叫',
  en: 'On-call call',
  input: {
    as: choice({
      zh: '呼叫',
      en: 'Called',
      of: {
        first: { zh: '值班人', en: 'person on call' },
        backup: { zh: '备班人', en: 'backup' },
        leader: { zh: '值班负责人', en: 'on-call leader' },
        none: { zh: '派工人员', en: 'people who assign' },
      },
    }),
    told: link({ zh: '已通知', en: 'Notified', to: 'user' }),
    because: choice({
      zh: '原因',
      en: 'Reason',
      of: {
        noShift: { zh: '无人值班', en: 'No one on call' },
        late: { zh: '程序停机，已跳过更早的呼叫', en: 'the program was down, earlier calls were left out' },
      },
    }),
    away: link({ zh: '请假或不在岗，已跳过', en: 'On leave, skipped:', to: 'user' }),
    gone: link({ zh: '账号停用，已跳过', en: 'Inactive, skipped:', to: 'user' }),
    blind: link({ zh: '无权查看此工单，已跳过', en: 'May not open the order, skipped:', to: 'user' }),
  },
} as const

/** The event of an open repair that says that an alarm came for its device. */
export const alarmCame = {
  zh: '设备新告警',
  en: 'New device alarm',
  input: {
    said: text({ zh: '告警', en: 'Alarm', max: 200 }),
  },
} as const
