import { assetsCard } from '../../entities/asset/assets-card.ts'
import { device } from '../../entities/asset/device/device.ts'
import { listOf, one, out, pageOf, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists, via } from '../../kit/entity/list.ts'
import { paging } from '../../kit/entity/paging.ts'
import { choice, flag, ids, link, text } from '../../kit/fields/field.ts'

/** Variants of the book: what waits for a match, what is matched, and the departments it names. */
const assetsCardLists = lists(assetsCard, {
  batchList: {
    kind: 'page',
    zh: '待匹配资产卡',
    en: 'Unmatched asset cards',
    path: 'batch-list',
    where: { matchStatus: 'unmatched' },
  },
  mapList: {
    kind: 'page',
    zh: '资产与设备对照',
    en: 'Asset cards with devices',
    path: 'map-list',
    where: { matchStatus: 'matched' },
    joined: {
      deviceCode: via('device', device, 'deviceCode'),
      deviceModel: via('device', device, 'deviceModel'),
      deviceValue: via('device', device, 'originalValue'),
      deviceDept: via('device', device, 'useDept'),
    },
  },
})

/** The departments of the book with the own ones they stand for. */
export const bookDepts = call('assetsCard.selectDept', {
  zh: '财务科室',
  en: 'Ledger departments',
  module: 'asset',
  method: 'GET',
  path: '/eam/assetscard/selectDept',
  may: 'assetsCard.list',
  reads: ['assetsCard', 'dept'],
  answers: listOf({ name: out.text, dept: link({ zh: '对应科室', en: 'Department', to: 'dept' }), count: out.number }),
  input: {},
})

/** Says which own department a department of the book is: for all of its cards, and for those that come later. */
export const mapDept = call('assetsCard.mappingDept', {
  zh: '对照科室',
  en: 'Map a department',
  module: 'asset',
  method: 'POST',
  path: '/eam/assetscard/mapping-dept',
  may: 'assetsCard.submit',
  writes: true,
  changes: ['assetsCard'],
  answers: one({ changed: out.number }),
  input: {
    bookDept: text({ zh: '财务科室', en: 'Ledger department', required: true, max: 100 }),
    dept: link({ zh: '对应科室', en: 'Department', to: 'dept', required: true }),
  },
})

const matchedBy = assetsCard.fields.matchedBy

/** The one device that each card of the book without a match seems to be: by code, else by serial number, else by name, model and value. */
export const proposedMatches = call('assetsCard.proposals', {
  zh: '自动匹配建议',
  en: 'Proposed matches',
  module: 'asset',
  method: 'GET',
  path: '/eam/device/automatic-matching',
  may: 'assetsCard.list',
  reads: ['assetsCard', 'device'],
  answers: pageOf({
    id: out.text,
    assetsCode: out.nullable(out.text),
    assetsName: out.nullable(out.text),
    bookValue: assetsCard.fields.bookValue,
    deviceId: out.text,
    deviceCode: out.nullable(out.text),
    deviceName: out.nullable(out.text),
    originalValue: device.fields.originalValue,
    by: out.key(matchedBy.of),
    byValue: out.text,
  }),
  input: paging,
})

/** Takes the proposals of the named cards; all or none. */
export const takeProposals = call('assetsCard.takeProposals', {
  zh: '采纳匹配建议',
  en: 'Accept proposed matches',
  module: 'asset',
  method: 'POST',
  path: '/eam/assetscard/automatic-matching',
  may: 'assetsCard.match',
  writes: true,
  changes: ['assetsCard'],
  answers: listOf(saved),
  input: { ids: ids({ zh: '资产卡', en: 'Asset cards', to: 'assetsCard', required: true, max: 200 }) },
})

export const realities = {
  matched: { zh: '账实相符', en: 'Matched' },
  book: { zh: '有账无物', en: 'Not found on site' },
  reality: { zh: '有物无账', en: 'Not in ledger' },
} as const

/** The book beside the register: matched, only in the book, only in reality. */
export const realityCheck = call('device.realityCheck', {
  zh: '账实核对',
  en: 'Physical verification',
  module: 'asset',
  method: 'GET',
  path: '/eam/device/reality-check',
  may: 'assetsCard.list',
  reads: ['assetsCard', 'device'],
  answers: pageOf({
    id: out.text,
    kind: out.key(realities),
    kindValue: out.text,
    assetsCardId: out.nullable(out.text),
    assetsCode: out.nullable(out.text),
    assetsName: out.nullable(out.text),
    bookValue: assetsCard.fields.bookValue,
    deviceId: out.nullable(out.text),
    deviceCode: out.nullable(out.text),
    deviceName: out.nullable(out.text),
    originalValue: device.fields.originalValue,
  }),
  input: { ...paging, kind: choice({ zh: '核对结果', en: 'Result', of: realities }) },
})

/** Cards that are in the book, or those that are not. */
export const byBook = call('device.byBook', {
  zh: '按是否入账查设备',
  en: 'Devices by ledger status',
  module: 'asset',
  method: 'GET',
  path: '/eam/device/queryPageByIsEntryAssets',
  may: 'device.list',
  reads: ['device', 'assetsCard'],
  answers: pageOf(out.listed<typeof device>('device')),
  input: { ...paging, isEntryAssets: flag({ zh: '已入账', en: 'In ledger' }) },
})

export const assetsCardCalls = [
  ...Object.values(assetsCardLists),
  bookDepts,
  mapDept,
  proposedMatches,
  takeProposals,
  realityCheck,
  byBook,
] as const
