import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, text } from '../../kit/fields/field.ts'

/** How far down a division stands. */
export const regionLevels = {
  '1': { zh: '省级', en: 'Province' },
  '2': { zh: '地级', en: 'Prefecture' },
  '3': { zh: '县级', en: 'County' },
  '4': { zh: '乡级', en: 'Township' },
  '5': { zh: '村级', en: 'Village' },
} as const

const code = text({ zh: '区划编号', en: 'Code', required: true, max: 12, pattern: '^\\d{2,12}$', example: '330106' })
const parentCode = text({ zh: '上级区划', en: 'Parent', max: 12, pattern: '^\\d{1,12}$', example: '330100' })
const name = text({ zh: '区划名称', en: 'Name', required: true, max: 60 })

const row = {
  /** The code, by which front ends of the given calls remove a division. */
  id: out.text,
  version: out.number,
  code: out.text,
  parentCode: out.nullable(out.text),
  parentName: out.nullable(out.text),
  name: out.text,
  regionLevel: out.key(regionLevels),
  regionLevelValue: out.text,
  sort: out.nullable(out.number),
  remark: out.nullable(out.text),
  hasChildren: out.boolean,
} as const
/** The level as a number, by which such a front end makes the one below, and an order always. */
const theirs = { ...row, regionLevel: out.number, sort: out.number } as const
const reading = { module: 'settings', method: 'GET', may: 'region.list', reads: [] } as const
const writing = { module: 'settings', method: 'POST', writes: true, changes: [] } as const

/** Divisions of the country, by code; `parentCode` 00 or 0: those at the top. */
export const regionList = call('region.list', {
  ...reading,
  zh: '查看行政区划',
  en: 'View administrative divisions',
  path: '/blade-system/region/list',
  answers: pageOf(row),
  others: pageOf(theirs),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    code: { ...code, required: false },
    parentCode,
    name: { ...name, required: false },
    keyword: text({ zh: '关键字', en: 'Keyword', max: 60 }),
  },
})
export const regionTree = call('region.lazyTree', {
  ...reading,
  zh: '行政区划树',
  en: 'Division tree',
  path: '/blade-system/region/lazy-tree',
  answers: listOf({
    id: out.text,
    parentId: out.nullable(out.text),
    title: out.text,
    name: out.text,
    key: out.text,
    value: out.text,
    hasChildren: out.boolean,
  }),
  input: { parentCode },
})
/** The divisions right below one, for choices that depend on each other; those at the top without a code. */
export const regionSelect = call('region.select', {
  ...reading,
  zh: '行政区划选项',
  en: 'Division options',
  path: '/blade-system/region/select',
  answers: listOf(row),
  others: listOf(theirs),
  input: { code: { ...parentCode, zh: code.zh, en: code.en } },
})
export const regionDetail = call('region.detail', {
  ...reading,
  zh: '行政区划详情',
  en: 'Division details',
  path: '/blade-system/region/detail',
  answers: one(row),
  others: one(theirs),
  input: { code: text({ zh: '区划编号', en: 'Code', required: true, max: 40, example: '330106' }) },
})
/** Adds a division, or changes the one whose code is given as `id`; absent fields stay. */
export const regionSubmit = call('region.submit', {
  ...writing,
  zh: '新增与修改行政区划',
  en: 'Add and edit divisions',
  path: '/blade-system/region/submit',
  may: 'region.submit',
  answers: one({ id: out.text, version: out.number }),
  input: {
    id: { ...code, required: false, zh: '编号', en: 'ID' },
    version: integer({ zh: '版本', en: 'Version' }),
    code,
    parentCode,
    name,
    regionLevel: choice({ zh: '区划级别', en: 'Level', of: regionLevels }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99_999 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 255 }),
  },
})
export const regionRemove = call('region.remove', {
  ...writing,
  zh: '删除行政区划',
  en: 'Delete divisions',
  path: '/blade-system/region/remove',
  may: 'region.remove',
  answers: one({ removed: out.number }),
  input: { id: { ...code, zh: '编号', en: 'ID' } },
})
