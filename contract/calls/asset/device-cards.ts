import { device } from '../../entities/asset/device/device.ts'
import { batchFields, batchNames, childFields } from '../../entities/asset/device/device-batch.ts'
import { deviceCardCopy } from '../../entities/asset/device/device-card-copy.ts'
import { valueChange } from '../../entities/asset/device/value-change.ts'
import { listOf, one, out, saved, some } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { choice, choices, date, ids, integer, items, link, text, time } from '../../kit/fields/field.ts'
import { deviceLists } from './device-lists.ts'

const writing = {
  module: 'asset',
  method: 'POST',
  may: 'device.submit',
  writes: true,
  changes: ['device'],
} as const satisfies Partial<CallFacts>
const reading = { module: 'asset', method: 'GET', may: 'device.list', reads: ['device'] } as const satisfies Partial<CallFacts>
const cardId = text({ zh: '编号', en: 'ID', required: true, max: 36 })
/** Absent where a new card is saved. */
const savedId = { ...cardId, required: false } as const
const chosen = ids({ zh: '设备卡', en: 'Device cards', to: 'device', required: true, max: 5000 })
const parent = link({ zh: '主设备', en: 'Parent device', to: 'device', required: true })
const childIds = ids({ zh: '附属设备', en: 'Attached devices', to: 'device', required: true, max: 200 })
const seen = items({
  zh: '看到的版本',
  en: 'Known versions',
  max: 5000,
  fields: {
    id: cardId,
    version: integer({ zh: '版本', en: 'Version', required: true, min: 1 }),
  },
})

/** Attaches devices to one that is itself attached to none; all or none. */
export const bindChildren = call('device.bind', {
  ...writing,
  zh: '绑定附属设备',
  en: 'Attach devices',
  path: ['/eam/device/bind-child-device', '/eam/instrument/join-device'],
  answers: listOf(saved),
  input: { parent, childIds },
})

/** Takes devices off the one they are attached to. */
export const unbindChildren = call('device.unbind', {
  ...writing,
  zh: '解绑附属设备',
  en: 'Detach devices',
  path: '/eam/device/unbind-child-device',
  answers: listOf(saved),
  input: { childIds },
})

/** Adds or changes a device that is attached to another. */
export const submitChild = call('device.submitChild', {
  ...writing,
  zh: '保存附属设备',
  en: 'Save an attached device',
  path: '/eam/devicechild/submit',
  answers: one(saved),
  input: { id: savedId, parent, ...childFields },
})

/** Saves a card together with new devices that are attached to it. */
export const submitWithChildren = call('device.submitAndList', {
  ...writing,
  zh: '保存设备卡及附属设备',
  en: 'Save a card with attached devices',
  path: '/eam/device/submitAndList',
  answers: one({ ...saved, children: out.list({ is: 'object', fields: saved }) }),
  input: {
    id: savedId,
    deviceName: { ...device.fields.deviceName, required: false },
    children: items({ zh: '附属设备', en: 'Attached devices', max: 100, fields: childFields }),
  },
})

/** New cards that say what another says, with numbers of their own; codes, tags and serial numbers stay empty. */
export const copyDevice = call('device.copy', {
  ...writing,
  zh: '复制设备卡',
  en: 'Copy a device card',
  path: '/eam/device/copy-device',
  answers: one({ ids: out.list(out.text), codes: out.list(out.text) }),
  input: { id: cardId, ...some(deviceCardCopy.fields, 'copies', 'useDept', 'location', 'keeper') },
})

/** The same values for many cards, in one transaction; `clear` names what becomes empty, `seen` refuses cards that changed meanwhile. */
export const batchEdit = call('device.batchEdit', {
  ...writing,
  zh: '批量修改',
  en: 'Bulk edit',
  path: '/eam/device/batchEdit',
  timeoutS: 60,
  answers: one({ changed: out.number }),
  input: { ids: chosen, ...batchFields, ...valueChange, clear: choices({ zh: '清空的字段', en: 'Fields to clear', of: batchNames }), seen },
})

/** Standard names and classes of many cards, each with its own values. */
export const standardise = call('device.standardise', {
  ...writing,
  zh: '批量标准化',
  en: 'Bulk standardise',
  path: '/eam/device/batch-standardization',
  answers: one({ changed: out.number }),
  input: {
    items: items({
      zh: '设备卡',
      en: 'Device cards',
      required: true,
      max: 1000,
      fields: {
        id: cardId,
        version: integer({ zh: '版本', en: 'Version', min: 1 }),
        ...some(device.fields, 'commonName', 'classify', 'riskLevel', 'usefulLifeMonths', 'measureType'),
      },
    }),
  },
})

/** Confirms the filing of cards whose tags were read. */
export const fileByTag = call('device.fileByTag', {
  ...writing,
  method: 'GET',
  may: 'device.file',
  zh: '按 RFID 确认建档',
  en: 'Confirm filing by tag',
  path: '/eam/device/updateEamByRfid',
  answers: listOf(saved),
  input: { ids: { ...chosen, max: 200 } },
})

/** Removes a card, filed or not, with its documents, parts and its place in the book; refused while anything else refers to it. */
export const eraseCard = call('device.erase', {
  ...writing,
  method: 'GET',
  may: 'deviceErase.run',
  changes: ['device', 'deviceAttach', 'devicePart', 'assetsCard'],
  zh: '彻底删除设备卡',
  en: 'Permanently delete a device card',
  path: '/eam/device/deleteCardAndRecordAndAsscod',
  answers: one({ removed: out.number }),
  input: { deviceCardId: text({ zh: '设备卡', en: 'Device card', required: true, max: 36 }) },
})

const said = { field: out.text, label: out.text } as const

/** What a phone saw beside what the register holds, field by field. */
export const contrastCard = call('device.contrast', {
  ...reading,
  zh: '与台账比对',
  en: 'Compare with the register',
  path: '/eam/app/device/contrast',
  answers: listOf({ ...said, seen: out.text, registered: out.text, isSame: out.boolean }),
  input: {
    id: cardId,
    deviceName: { ...device.fields.deviceName, required: false },
    eamStatus: choice({ zh: device.fields.eamStatus.zh, en: device.fields.eamStatus.en, of: device.fields.eamStatus.of }),
    ...some(device.fields, 'assetsCode', 'assetTagNo', 'rfidCode', 'sn', 'deviceModel', 'manufacturer', 'useDept', 'location', 'keeper'),
  },
})

/** A card as it was at the end of a day, or at a moment, beside what it is now. */
export const cardOnDay = call('device.timeMap', {
  ...reading,
  zh: '历史状态',
  en: 'Status on a date',
  path: '/eam/device/time-map',
  answers: one({
    id: out.text,
    until: out.text,
    /** Whether the card was there by then. */
    existed: out.boolean,
    fields: out.list({
      is: 'object',
      fields: { ...said, value: out.nullable(out.text), text: out.text, now: out.text, isChanged: out.boolean },
    }),
  }),
  input: {
    id: cardId,
    date: date({ zh: '日期', en: 'Date' }),
    time: time({ zh: '时刻', en: 'Time' }),
  },
})

/** How many cards lack each of the fields that a card should have. */
export const initCount = call('device.initCount', {
  ...reading,
  zh: '缺少初始资料计数',
  en: 'Devices missing initial data',
  path: '/eam/device/init-count',
  answers: one({ total: out.number, fields: out.list({ is: 'object', fields: { ...said, count: out.number } }) }),
  input: {},
})

const counts = out.list(deviceLists.topCount.answers.shape)

/** What a phone shows above its list: cards by state, filing and priority class. */
export const eachItemCount = call('device.eachItemCount', {
  ...reading,
  zh: '手机各项计数',
  en: 'Phone counts',
  path: '/eam/app/device/each-item-count',
  answers: one({ states: counts, filing: counts, important: counts }),
  input: {},
})

/** Priority classes with the device classes of their cards below them. */
export const priorityTree = call('device.priorityTree', {
  ...reading,
  zh: '重点分类树',
  en: 'Priority class tree',
  path: '/eam/important-classification/tree',
  answers: listOf(out.tree({ key: out.text, name: out.text, count: out.number })),
  input: {},
})

/** What cards are written and looked at by, beside their family. */
export const cardCalls = [
  bindChildren,
  unbindChildren,
  submitChild,
  submitWithChildren,
  copyDevice,
  batchEdit,
  standardise,
  fileByTag,
  eraseCard,
  contrastCard,
  cardOnDay,
  initCount,
  eachItemCount,
  priorityTree,
] as const
