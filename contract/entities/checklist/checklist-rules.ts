import { processRule } from '../../kit/entity/process-rule.ts'

/** The open checklists of a device end with it. */
export const checklistEnding = processRule({
  name: 'checklistEnding',
  zh: '设备报废、盘亏或删除后取消检查表',
  en: 'Cancelling checklists of devices that are gone',
  touches: { checklistTask: ['change'] },
})

/** A person who leaves hands open checklists over. */
export const checklistHandOver = processRule({
  name: 'checklistHandOver',
  zh: '检查表交接',
  en: 'Checklist hand-over',
  touches: { checklistTask: ['change'] },
})
