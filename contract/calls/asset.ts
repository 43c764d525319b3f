import { device } from '../entities/asset/device.ts'
import { listOf, one, out, pageOf, plain } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { flag, integer, items, link, text } from '../kit/field.ts'
import { historyEvent } from '../kit/history.ts'

/** One field as a tenant set it; `custom` is there for a field that the tenant added. */
const fieldSetting = {
  entity: out.text,
  fieldCode: out.text,
  isShow: out.flag,
  alias: out.nullable(out.text),
  fieldAssociation: out.nullable(out.text),
  custom: out.optional({
    id: out.text,
    entity: out.text,
    code: out.text,
    name: out.text,
    fieldKind: out.word('text', 'integer', 'decimal', 'date', 'choice'),
    options: out.nullable(out.text),
    isRequired: out.flag,
    isList: out.flag,
    isSearch: out.flag,
  }),
} as const

export const page = {
  current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
  size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
}

export const deviceByCode = call('device.byCode', {
  zh: '按编码查设备',
  en: 'Find a device by code',
  area: 'asset',
  method: 'GET',
  path: '/eam/device/queryRfidCode',
  may: 'device.list',
  answers: one(out.row(device)),
  input: { rfidCode: text({ zh: 'RFID、二维码或资产编号', en: 'RFID, QR or asset number', required: true, max: 200 }) },
})
export const deviceLifeCycle = call('device.lifeCycle', {
  zh: '设备生命周期',
  en: 'Life cycle of a device',
  area: 'asset',
  method: 'GET',
  path: '/eam/device-life-cycle/list',
  may: 'device.list',
  answers: pageOf({ ...historyEvent, eamDeviceId: out.text }),
  input: { ...page, eamDevice: link({ zh: '设备', en: 'Device', to: 'device' }) },
})
const entityName = text({ zh: '业务对象', en: 'Entity', max: 40 })
export const fieldConfigList = call('fieldConfig.list', {
  zh: '字段配置',
  en: 'Field configuration',
  area: 'platform',
  method: 'GET',
  path: '/osm/industry-config/field-config',
  may: 'session',
  answers: listOf(fieldSetting),
  input: { entity: entityName },
})
export const fieldConfigSave = call('fieldConfig.save', {
  zh: '保存字段配置',
  en: 'Save the field configuration',
  area: 'platform',
  method: 'POST',
  path: '/osm/industry-config/tenant-update',
  may: 'fieldConfig.submit',
  writes: true,
  answers: plain({ saved: out.number }),
  input: {
    entity: { ...entityName, required: true },
    fields: items({
      zh: '字段',
      en: 'Fields',
      required: true,
      max: 200,
      fields: {
        fieldCode: text({ zh: '字段', en: 'Field', required: true, max: 60 }),
        isShow: flag({ zh: '显示', en: 'Shown', required: true }),
        alias: text({ zh: '别名', en: 'Alias', max: 40 }),
        fieldAssociation: text({ zh: '关联字段', en: 'Associated fields', max: 400 }),
      },
    }),
  },
})
