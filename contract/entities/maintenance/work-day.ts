import { entity } from '../../kit/entity/entity.ts'
import { choice, date, text } from '../../kit/fields/field.ts'

/** A day of the hospital's working calendar that differs from its week. Weekends rest, other days are worked. */
export const workDay = entity('workDay', {
  zh: '工作日历',
  en: 'Working calendar',
  module: 'maintenance',
  path: '/eam/work-day',
  title: 'dayName',
  table: 'tenant',
  softDelete: true,
  columns: ['dayName', 'day', 'dayKind'],
  sort: { by: 'day', descending: true },
  fields: {
    dayName: text({ zh: '名称', en: 'Name', required: true, list: true, search: 'pinyin', max: 60 }),
    day: date({ zh: '日期', en: 'Date', required: true, list: true, unique: true }),
    dayKind: choice({
      zh: '类型',
      en: 'Type',
      required: true,
      list: true,
      initial: 'rest',
      of: { rest: { zh: '放假', en: 'Holiday', tone: 'plain' }, work: { zh: '补班', en: 'Make-up workday', tone: 'busy' } },
    }),
  },
})
