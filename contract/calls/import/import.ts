import { mostArchives } from '../../entities/import/import-job.ts'
import { file, one, out, pageOf } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import type { Entity } from '../../kit/entity/entity.ts'
import { paging } from '../../kit/entity/paging.ts'
import { choice, decimal, flag, ids, integer, items, text } from '../../kit/fields/field.ts'
import type { ImportFacts } from '../../kit/sheets/import-facts.ts'
import { sheetFormat } from '../../kit/sheets/sheet.ts'
import { encodings } from '../../kit/text/encodings.ts'

/** One cell that is wrong; `column` counts from 0, `row` as the sheet does. */
const problem = {
  id: out.text,
  row: out.number,
  sheet: out.nullable(out.text),
  column: out.nullable(out.number),
  field: out.nullable(out.text),
  grade: out.word('error', 'warning'),
  message: out.text,
  value: out.nullable(out.text),
} as const

const job = text({ zh: '导入', en: 'Import job', required: true, max: 36 })

/** What a row with a quantity of n becomes. */
export const quantities = {
  one: { zh: '建一张卡，数量记入导入备注', en: 'One card, with the quantity in its import note' },
  each: { zh: '每件建一张卡', en: 'One card per piece' },
} as const

/** What happens with rows that repeat another one exactly. */
export const repeatedRows = {
  keep: { zh: '都导入', en: 'Import them all' },
  once: { zh: '只导入一次', en: 'Import each once' },
} as const

/** What happens with rows without a number that say what records of an earlier import say. */
export const unnumberedRows = {
  same: { zh: '认作同一条记录', en: 'Take them for the same records' },
  fresh: { zh: '作为新记录导入', en: 'Import them as new records' },
} as const

/** What happens with rows of devices that are gone by the word of another system. */
export const goneRows = {
  leave: { zh: '这些行不导入', en: 'Leave these rows out' },
  keep: { zh: '作为已报废的历史卡导入（须直接建档）', en: 'Import as disposed history (filed at once)' },
} as const

/** What happens with rows that look like totals; those that are totals without doubt are left out unless all are kept. */
export const totalRows = {
  keep: { zh: '按记录导入', en: 'Import them as records' },
  out: { zh: '不导入', en: 'Left out' },
} as const

/** What happens with rows that are hidden in the spreadsheet. */
export const hiddenRows = {
  keep: { zh: '也导入', en: 'Import them too' },
  out: { zh: '不导入', en: 'Left out' },
} as const

/** What happens with empty cells below the department of a group. */
export const blankCells = {
  fill: { zh: '沿用上面的科室', en: 'Take the one above' },
  empty: { zh: '留空', en: 'Leave empty' },
} as const

/** How dates are read of which no one tells whether the day or the month comes first. */
export const dateOrders = {
  dayFirst: { zh: '先日后月', en: 'Day first' },
  monthFirst: { zh: '先月后日', en: 'Month first' },
  yearFirst: { zh: '先年后月日', en: 'Year first' },
} as const

const verifyInput = {
  id: text({ zh: '导入', en: 'Import job', max: 36 }),
  source: ids({ zh: '文件', en: 'File', to: 'file', max: 1, archives: true }),
  columns: items({
    zh: '字段映射',
    en: 'Field mapping',
    max: 200,
    fields: {
      at: integer({ zh: '列', en: 'Column', required: true, min: 0, max: 199 }),
      field: text({ zh: '字段', en: 'Field', max: 60 }),
    },
  }),
  createMissing: flag({
    zh: '新建没有的科室、位置、供应商、分类和保管人',
    en: 'Create unknown departments, locations, suppliers, categories and keepers',
  }),
  sheets: items({ zh: '工作表', en: 'Sheets', max: 300, fields: { name: text({ zh: '工作表', en: 'Sheet', required: true, max: 100 }) } }),
  values: items({
    zh: '值对应',
    en: 'Values',
    max: 200,
    fields: {
      field: text({ zh: '字段', en: 'Field', required: true, max: 60 }),
      said: text({ zh: '文件中的值', en: 'Value in the file', required: true, max: 200 }),
      means: text({ zh: '替换为', en: 'Replacement', max: 200 }),
    },
  }),
  quantity: choice({ zh: '数量大于 1', en: 'Quantity above 1', of: quantities }),
  repeats: choice({ zh: '完全重复的行', en: 'Duplicate rows', of: repeatedRows }),
  unnumbered: choice({ zh: '没有编号的行', en: 'Rows without a number', of: unnumberedRows }),
  gone: choice({ zh: '已不在的设备', en: 'Devices that are gone', of: goneRows }),
  rates: items({
    zh: '汇率',
    en: 'Exchange rates',
    max: 30,
    fields: {
      currency: text({ zh: '币种', en: 'Currency', required: true, max: 3 }),
      rate: decimal({ zh: '1 单位外币折合元', en: 'CNY per unit', scale: 6, min: 0.000001, max: 1_000_000 }),
    },
  }),
  totals: choice({ zh: '像合计的行', en: 'Rows that look like totals', of: totalRows }),
  hidden: choice({ zh: '隐藏的行', en: 'Hidden rows', of: hiddenRows }),
  blanks: choice({ zh: '空白的科室', en: 'Empty departments', of: blankCells }),
  dates: choice({ zh: '日和月的先后', en: 'Day and month order', of: dateOrders }),
  encoding: choice({ zh: '文件编码', en: 'File encoding', of: encodings }),
  paths: flag({ zh: '名称中的“/”表示上下级', en: '“/” in a name separates levels' }),
  clears: items({
    zh: '空单元格清空的字段',
    en: 'Fields that empty cells clear',
    max: 200,
    fields: { field: text({ zh: '字段', en: 'Field', required: true, max: 60 }) },
  }),
}

/** Pictures and documents beside a list. */
const filesInput = {
  archives: ids({ zh: '图片和文件（ZIP）', en: 'Pictures and files (ZIP)', to: 'file', max: mostArchives }),
}

const writeInput = {
  id: job,
  skipFaulty: flag({ zh: '不导入有错误的行', en: 'Skip rows with errors' }),
  createMissing: verifyInput.createMissing,
}

/** What a person takes of the differences that a second import found; nothing of them is written without `update`. */
const updateInput = {
  update: flag({ zh: '更新已有记录', en: 'Update existing records' }),
  updateFields: items({
    zh: '更新的字段',
    en: 'Fields to update',
    max: 200,
    fields: { field: text({ zh: '字段', en: 'Field', required: true, max: 60 }) },
  }),
  onlyRows: items({
    zh: '只更新这些记录',
    en: 'Update only these records',
    max: 10_000,
    fields: { id: text({ zh: '差异', en: 'Difference', required: true, max: 12 }) },
  }),
  exceptRows: items({
    zh: '不更新这些记录',
    en: 'Do not update these records',
    max: 10_000,
    fields: { id: text({ zh: '差异', en: 'Difference', required: true, max: 12 }) },
  }),
}

/** Whether the pictures and files that were found go in; they do where nothing is said. */
const attachInput = { attach: flag({ zh: '添加图片和文件', en: 'Add pictures and files' }) }

type Facts = Pick<ImportFacts, 'same' | 'alike' | 'asks' | 'files'>

/** Whether a second import finds rows of an entity again. */
export const isMatched = ({ same, alike = [] }: Pick<ImportFacts, 'same' | 'alike'>): boolean => same.length + alike.length > 0

/** Each starts work that goes on without it: the page that shows the work asks everything again at its end. */
const writing = {
  module: 'import',
  method: 'POST',
  writes: true,
  changes: ['importJob'],
  answers: one({ id: out.text }),
  timeoutS: 240,
} as const satisfies Partial<CallFacts>

/** Reads a file without writing anything of it; with `id`, reads the file of that import again with other columns. Answers `{id}` at once. */
const verifyOf = ({ name, zh, en }: Entity, path: string, { files }: Facts) =>
  call(`${name}.importVerify`, {
    ...writing,
    // The file that was sent is the import's from now on.
    changes: [...writing.changes, 'file'],
    zh: `校验导入：${zh}`,
    en: `Validate import: ${en}`,
    path: `${path}/import-verify`,
    may: `${name}.submit`,
    input: { ...verifyInput, ...(files ? filesInput : {}) },
  })

/** Writes what was found new and the updates that the person takes, all or nothing. Answers `{id}` at once; the progress is in the import. */
const writeOf = ({ name, zh, en, told = {} }: Entity, path: string, facts: Facts) =>
  call(`${name}.importWrite`, {
    ...writing,
    zh: `导入${zh}`,
    en: `Import: ${en}`,
    path: `${path}/import-card`,
    may: `${name}.submit`,
    input: { ...writeInput, ...facts.asks, ...(facts.files ? attachInput : {}), ...(isMatched(facts) ? { ...updateInput, ...told } : {}) },
  })

/** The right to undo an import of another person; undoing one's own import needs only the right to import. */
export const undoForeign = (target: string) => `${target}.remove`

/** Undoes a whole import as long as its rows are unchanged and nothing depends on them. Answers `{id}` at once. */
const undoOf = ({ name, zh, en }: Entity, path: string) =>
  call(`${name}.importUndo`, {
    ...writing,
    zh: `撤销导入：${zh}`,
    en: `Undo an import: ${en}`,
    path: `${path}/import-undo`,
    may: `${name}.submit`,
    input: { id: job },
  })

/** The three calls of an import into an entity, below its first path. Throws for an entity without a path. */
export function callsOfImport(of: Entity, facts: Facts) {
  const path = typeof of.path === 'string' ? of.path : of.path?.[0]
  if (path === undefined) throw new Error(`${of.name} has no path for an import`)
  return { verify: verifyOf(of, path, facts), write: writeOf(of, path, facts), undo: undoOf(of, path) }
}

const reading = { module: 'import', method: 'GET' } as const

export const userTemplate = call('user.importTemplate', {
  ...reading,
  zh: '用户导入模板',
  en: 'User import template',
  path: '/blade/user/import-template',
  may: 'user.submit',
  answers: file,
  input: { format: sheetFormat },
})

export const grades = { error: { zh: '错误', en: 'Error', tone: 'bad' }, warning: { zh: '提醒', en: 'Warning', tone: 'warn' } } as const

/** The problems of an import cell by cell, in the order of the sheet. */
export const importProblems = call('importJob.problems', {
  ...reading,
  zh: '导入问题',
  en: 'Import problems',
  path: '/eam/import-job/problems',
  may: 'importJob.list',
  answers: pageOf(problem),
  input: {
    ...paging,
    id: job,
    grade: choice({ zh: '级别', en: 'Severity', of: grades }),
    field: text({ zh: '字段', en: 'Field', max: 60 }),
  },
})

export const changeOutcomes = {
  offered: { zh: '未更新', en: 'Not updated', tone: 'plain' },
  written: { zh: '已更新', en: 'Updated', tone: 'good' },
  left: { zh: '未能更新', en: 'Could not update', tone: 'warn' },
  restored: { zh: '已还原', en: 'Restored', tone: 'busy' },
  kept: { zh: '未还原', en: 'Not restored', tone: 'warn' },
} as const

/** What an import found different from the register, record by record, in the order of the sheet. `id` names one in the choice of records. */
export const importChanges = call('importJob.changes', {
  ...reading,
  zh: '与登记的差异',
  en: 'Differences from the register',
  path: '/eam/import-job/changes',
  may: 'importJob.list',
  answers: pageOf({
    id: out.text,
    row: out.number,
    sheet: out.nullable(out.text),
    title: out.text,
    outcome: out.key(changeOutcomes),
    outcomeValue: out.text,
    message: out.nullable(out.text),
    changes: out.list({ field: out.text, label: out.text, from: out.text, to: out.text }),
  }),
  input: {
    ...paging,
    id: job,
    field: text({ zh: '字段', en: 'Field', max: 60 }),
    outcome: choice({ zh: '结果', en: 'Result', of: changeOutcomes }),
  },
})

export const fileOutcomes = {
  offered: { zh: '将添加', en: 'To add', tone: 'busy' },
  same: { zh: '卡上已有', en: 'Already on the card', tone: 'plain' },
  unmatched: { zh: '没有对应的行', en: 'No matching row', tone: 'warn' },
  refused: { zh: '不能接收', en: 'Not accepted', tone: 'bad' },
  left: { zh: '未添加', en: 'Not added', tone: 'warn' },
  written: { zh: '已添加', en: 'Added', tone: 'good' },
  undone: { zh: '已撤下', en: 'Removed', tone: 'plain' },
} as const
export type FileOutcome = keyof typeof fileOutcomes

/** The pictures and documents beside an import, in the order of the archives. `title`: of the row that one belongs to. */
export const importFiles = call('importJob.files', {
  ...reading,
  zh: '导入的图片和文件',
  en: 'Import pictures and files',
  path: '/eam/import-job/files',
  may: 'importJob.list',
  answers: pageOf({
    id: out.text,
    path: out.text,
    size: out.number,
    row: out.nullable(out.number),
    sheet: out.nullable(out.text),
    title: out.nullable(out.text),
    outcome: out.key(fileOutcomes),
    outcomeValue: out.text,
    message: out.nullable(out.text),
  }),
  input: { ...paging, id: job, outcome: choice({ zh: '结果', en: 'Result', of: fileOutcomes }) },
})

/** The file of an import with its faulty cells marked. */
export const importMarked = call('importJob.marked', {
  ...reading,
  zh: '标出错误的文件',
  en: 'File with errors marked',
  path: '/eam/import-job/marked',
  may: 'importJob.list',
  answers: file,
  timeoutS: 240,
  input: { id: job },
})

/** The first passwords that an import made, one for each person: given once, to the person who imported. */
export const importPasswords = call('user.importPasswords', {
  ...writing,
  zh: '下载初始密码',
  en: 'Download first passwords',
  path: '/blade/user/import-passwords',
  may: 'user.submit',
  answers: file,
  input: { id: job },
})

/** The calls of the import that belong to no target. */
export const commonImportCalls = [userTemplate, importPasswords, importProblems, importChanges, importFiles, importMarked]
