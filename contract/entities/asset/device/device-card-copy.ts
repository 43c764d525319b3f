import { entity } from '../../../kit/entity/entity.ts'
import { machine } from '../../../kit/entity/machine.ts'
import { choice, integer, link, text } from '../../../kit/fields/field.ts'

/** What copies of a card are to be made, prepared before they are. */
export const deviceCardCopy = entity('deviceCardCopy', {
  zh: '设备卡复制',
  en: 'Device card copy',
  module: 'asset',
  path: '/eam/devicecardcopy',
  title: 'copyTitle',
  searchHint: { zh: '设备名称', en: 'Device name' },
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'device' },
  editable: { copyStatus: ['draft'] },
  removable: { copyStatus: ['draft'] },
  fields: {
    copyTitle: text({ zh: '复制单', en: 'Copy', list: true, search: true, max: 140, composed: ['device', 'copies'] }),
    device: link({ zh: '复制自', en: 'Source', to: 'device', required: true, list: true, goesWith: true }),
    copies: integer({ zh: '份数', en: 'Copies', required: true, list: true, min: 1, max: 100 }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', list: true }),
    location: link({ zh: '存放位置', en: 'Location', to: 'location', list: true }),
    keeper: link({ zh: '保管人', en: 'Keeper', to: 'user' }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    copyStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: { draft: { zh: '待生成', en: 'Draft', tone: 'plain' }, done: { zh: '已生成', en: 'Created', tone: 'good' } },
    }),
    codes: text({ zh: '生成的资产编号', en: 'Created asset numbers', readOnly: true, list: true, max: 100 }),
  },
})

/** From a draft to the cards. */
export const deviceCopying = machine(deviceCardCopy, 'copyStatus', {
  make: {
    from: ['draft'],
    to: 'done',
    zh: '生成设备卡',
    en: 'Create device cards',
    may: 'deviceCardCopy.submit',
    confirm: true,
    input: {},
  },
})
