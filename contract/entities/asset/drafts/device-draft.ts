import { entity } from '../../../kit/entity/entity.ts'
import { machine } from '../../../kit/entity/machine.ts'
import { choice, choices, date, flag, ids, link, numbering, text, time } from '../../../kit/fields/field.ts'

const place = { zh: '现场', en: 'On site' }
const said = { zh: '识别结果', en: 'Recognised' }
const progress = { zh: '进度', en: 'Progress' }

/** What a plate or a label says of a device; the same fields as those of its card. */
export const draftFacts = {
  deviceName: text({
    zh: '设备名称',
    en: 'Device',
    list: true,
    search: true,
    max: 120,
    group: said,
  }),
  deviceModel: text({ zh: '规格型号', en: 'Model', list: true, max: 120, group: said }),
  sn: text({ zh: '出厂编号', en: 'Serial number', list: true, search: true, code: true, max: 80, group: said }),
  manufacturer: text({ zh: '生产厂家', en: 'Manufacturer', list: true, max: 120, group: said }),
  registrationNo: text({ zh: '注册证号', en: 'Registration number', max: 80, group: said }),
  madeDate: date({ zh: '生产日期', en: 'Made on', group: said }),
  ratedPower: text({ zh: '额定功率', en: 'Rated power', max: 40, group: said }),
  udiDi: text({ zh: 'UDI-DI', en: 'UDI-DI', max: 50, group: said }),
  udiPi: text({ zh: 'UDI-PI', en: 'UDI-PI', max: 120, group: said }),
  assetTagNo: text({
    zh: '院内编号',
    en: 'Hospital tag number',
    list: true,
    search: true,
    code: true,
    max: 60,
    group: said,
  }),
} as const

export type DraftFact = keyof typeof draftFacts

/** The facts of a draft in the order in which they are looked at. */
export const draftFactNames = Object.keys(draftFacts) as DraftFact[]

/** A device that was photographed and scanned in its room, until a person at a desk makes a card of it. */
export const deviceDraft = entity('deviceDraft', {
  zh: '设备登记草稿',
  en: 'Registration draft',
  many: 'Registration drafts',
  module: 'asset',
  path: '/eam/device-draft',
  title: 'draftNo',
  called: ['deviceName'],
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { dept: 'useDept', persons: ['capturedBy'] },
  sort: { by: 'capturedAt', descending: true },
  columns: ['draftNo', 'draftState', 'deviceName', 'deviceModel', 'sn', 'location', 'capturedBy'],
  editable: { draftState: ['waiting'] },
  removable: { draftState: ['waiting'] },
  fields: {
    draftNo: numbering({ zh: '草稿编号', en: 'Draft no.', list: true, search: true, unique: true, rule: 'DJ-{yyyy}-000000' }),
    draftState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'waiting',
      of: { waiting: { zh: '待登记', en: 'To register', tone: 'busy' }, registered: { zh: '已登记', en: 'Registered', tone: 'good' } },
    }),
    location: link({ zh: '存放位置', en: 'Location', to: 'location', required: true, list: true, group: place }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', list: true, group: place }),
    photos: ids({ zh: '铭牌照片', en: 'Nameplate', to: 'file', max: 3, group: place }),
    labelCode: text({ zh: '扫到的编码', en: 'Scanned code', max: 200, group: place }),
    ...draftFacts,
    // What is left out of it was certain, or written by a person.
    toCheck: choices({
      zh: '待核对的项目',
      en: 'Fields to check',
      of: Object.fromEntries(draftFactNames.map((name) => [name, { zh: draftFacts[name].zh, en: draftFacts[name].en }])) as Record<
        DraftFact,
        { zh: string; en: string }
      >,
      group: said,
    }),
    isRead: flag({ zh: '照片已识别', en: 'Photo read', list: true, group: said }),
    // Where each fact stands in the first photo: see `pieces.ts`.
    pieces: text({ zh: '照片中的位置', en: 'Places in the photo', internal: true, max: 1000 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    capturedBy: link({ zh: '采集人', en: 'Captured by', to: 'user', readOnly: true, list: true, group: progress }),
    capturedAt: time({ zh: '采集时间', en: 'Captured', readOnly: true, list: true, group: progress }),
    card: link({ zh: '设备卡', en: 'Device card', to: 'device', readOnly: true, list: true, group: progress }),
  },
})

/** From a draft to the card. */
export const draftRegistering = machine(deviceDraft, 'draftState', {
  register: { from: ['waiting'], to: 'registered', zh: '登记建卡', en: 'Register the device', may: 'device.submit', input: {} },
})
