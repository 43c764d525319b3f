import { processRule } from '../../kit/entity/process-rule.ts'

/** A card follows an application and its hand-over in any department. */
export const custodyOfCard = processRule({
  name: 'custodyOfCard',
  zh: '设备随使用申请交接',
  en: 'Device update from applications',
  touches: {
    device: ['receive', 'regain', 'lend', 'takeBack', 'allot'],
    deviceApply: ['handOver', 'finish', 'change'],
    deviceUse: ['add', 'cancel', 'change'],
    deviceUseRecord: ['add'],
  },
})

/** Timed work counts the days that borrowed devices are overdue. */
export const overdueCount = processRule({
  name: 'overdueCount',
  zh: '借用逾期提醒',
  en: 'Overdue loan reminders',
  touches: { deviceUse: ['change'] },
})

/** Who leaves hands applications and borrowed devices over. */
export const applyHandOver = processRule({
  name: 'applyHandOver',
  zh: '使用申请交接',
  en: 'Application hand-over',
  touches: { deviceApply: ['change'], deviceUse: ['change'] },
})
