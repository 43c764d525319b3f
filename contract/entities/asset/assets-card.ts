import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, integer, link, money, text } from '../../kit/fields/field.ts'

const book = { zh: '账面信息', en: 'Ledger' }
const match = { zh: '匹配', en: 'Match' }

/** What the finance department books: its number, value and department, matched one to one to a device. */
export const assetsCard = entity('assetsCard', {
  zh: '资产卡',
  en: 'Asset card',
  module: 'asset',
  path: '/eam/assetscard',
  title: 'assetsName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export', 'template'],
  softDelete: true,
  scope: { dept: 'dept' },
  removable: { matchStatus: ['unmatched'] },
  fields: {
    assetsCode: text({
      zh: '国资编码',
      en: 'National asset code',
      required: true,
      list: true,
      search: true,
      unique: true,
      code: true,
      max: 60,
      group: book,
    }),
    assetsName: text({ zh: '资产名称', en: 'Asset', required: true, list: true, search: 'pinyin', max: 120, group: book }),
    assetsModel: text({ zh: '规格型号', en: 'Model', list: true, search: true, max: 120, group: book }),
    sn: text({ zh: '出厂编号', en: 'Serial number', search: true, code: true, max: 80, group: book }),
    bookValue: money({ zh: '账面原值', en: 'Book value', list: true, min: 0, group: book }),
    quantity: integer({ zh: '数量', en: 'Quantity', min: 1, max: 99999, group: book }),
    entryDate: date({ zh: '入账日期', en: 'Entry date', list: true, group: book }),
    voucherNo: text({ zh: '凭证号', en: 'Voucher no.', max: 60, group: book }),
    bookDept: text({ zh: '财务科室', en: 'Ledger department', list: true, search: true, max: 100, group: book }),
    dept: link({ zh: '对应科室', en: 'Department', to: 'dept', list: true, group: book }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500, group: book }),
    matchStatus: choice({
      zh: '匹配状态',
      en: 'Match',
      required: true,
      readOnly: true,
      list: true,
      initial: 'unmatched',
      of: { unmatched: { zh: '未匹配', en: 'Unmatched', tone: 'warn' }, matched: { zh: '已匹配', en: 'Matched', tone: 'good' } },
      group: match,
    }),
    device: link({ zh: '匹配设备', en: 'Matched device', to: 'device', readOnly: true, list: true, group: match }),
    matchedBy: choice({
      zh: '匹配依据',
      en: 'Matched by',
      readOnly: true,
      of: {
        code: { zh: '国资编码', en: 'National asset code' },
        serial: { zh: '出厂编号', en: 'Serial number' },
        facts: { zh: '名称、型号和原值', en: 'Name, model and value' },
        hand: { zh: '人工', en: 'Manual' },
      },
      group: match,
    }),
  },
})

/** A card of the book and the device it stands for. */
export const assetsMatch = machine(assetsCard, 'matchStatus', {
  match: {
    from: ['unmatched'],
    to: 'matched',
    zh: '匹配设备',
    en: 'Match a device',
    may: 'assetsCard.match',
    url: '/eam/assetscard/matching',
    input: { device: link({ zh: '设备', en: 'Device', to: 'device', required: true }) },
  },
  unmatch: { from: ['matched'], to: 'unmatched', zh: '解除匹配', en: 'Unmatch', may: 'assetsCard.match', confirm: true, input: {} },
})
