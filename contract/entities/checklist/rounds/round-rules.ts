import { processRule } from '../../../kit/entity/process-rule.ts'

/** Rounds are made of their routes by the calendar, and follow their stops; their checklists follow them. */
export const roundPosting = processRule({
  name: 'roundPosting',
  zh: '巡检排程与进度',
  en: 'Rounds: schedule and progress',
  touches: {
    roundRoute: ['change'],
    roundTask: ['add', 'change', 'begin', 'finish'],
    roundStop: ['cancel'],
    checklistTask: ['add', 'change'],
  },
})

/** A person who leaves hands rounds over. */
export const roundHandOver = processRule({
  name: 'roundHandOver',
  zh: '巡检任务交接',
  en: 'Round hand-over',
  touches: { roundTask: ['change'] },
})
