import { date } from './field.ts'

/** The day that is planned for work beside the day on which it is due. */
export const plannedOn = date({ zh: '安排日期', en: 'Scheduled for', list: true })
