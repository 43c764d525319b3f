import { processRule } from '../../kit/entity/process-rule.ts'

/** A person who leaves hands open checklists over. */
export const checklistHandOver = processRule({
  name: 'checklistHandOver',
  zh: '检查表交接',
  en: 'Checklist hand-over',
  touches: { checklistTask: ['change'] },
})
