import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into the working calendar. */
export const workDayImport: ImportFacts = {
  same: [['day']],
  maxRows: 5000,
  prefixes: ['节假日', '假期', 'holiday'],
  aliases: {
    dayName: ['节日', '节假日', '假期名称', '节日名称', 'holiday', 'name', 'holiday name'],
    day: ['放假日期', '节假日日期', 'date', 'day', 'holiday date'],
    dayKind: ['是否上班', '日期类型', '类别', 'type', 'kind'],
  },
  choices: {
    dayKind: {
      rest: ['休息', '休', '节假日', '法定节假日', '假期', 'holiday', 'off'],
      work: ['上班', '班', '调休上班', '补班日', 'workday'],
    },
  },
}
