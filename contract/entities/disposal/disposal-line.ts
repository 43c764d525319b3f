import { entity } from '../../kit/entity/entity.ts'
import { integer, link, money, text } from '../../kit/fields/field.ts'

/** A device of a disposal, with what its card said when it was declared. */
export const disposalLine = entity('disposalLine', {
  zh: '处置设备',
  en: 'Disposal item',
  module: 'disposal',
  path: '/eam/devicedisposal-line',
  title: 'deviceCode',
  called: ['device'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'disposal' },
  fields: {
    disposal: link({ zh: '处置申请', en: 'Disposal', to: 'deviceDisposal', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true }),
    deviceCode: text({ zh: '资产编号', en: 'Asset number', readOnly: true, list: true, search: true, max: 120 }),
    assetsCode: text({ zh: '国资编码', en: 'National asset code', readOnly: true, list: true, search: true, max: 60 }),
    originalValue: money({ zh: '原值', en: 'Original value', readOnly: true, list: true }),
    netValue: money({ zh: '净值', en: 'Net value', readOnly: true, list: true }),
    approvePrice: money({ zh: '鉴定价格', en: 'Appraisal price', min: 0, list: true }),
    remark: text({ zh: '备注', en: 'Remark', max: 200 }),
  },
})
