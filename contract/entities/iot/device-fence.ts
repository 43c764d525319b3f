import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, integer, link, text } from '../../kit/fields/field.ts'

/** A circle that a device is meant to stay in. */
export const deviceFence = entity('deviceFence', {
  zh: '设备围栏',
  en: 'Device fence',
  many: 'Device fences',
  module: 'iot',
  path: '/iot/fence-device',
  title: 'fenceName',
  called: ['device'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: ['fenceName', 'fenceState', 'device', 'radiusMeters'],
  fields: {
    fenceName: text({ zh: '围栏名称', en: 'Fence name', required: true, list: true, search: 'pinyin', max: 60 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    lat: decimal({ zh: '中心纬度', en: 'Centre latitude', scale: 6, required: true, min: -90, max: 90 }),
    lng: decimal({ zh: '中心经度', en: 'Centre longitude', scale: 6, required: true, min: -180, max: 180 }),
    radiusMeters: integer({ zh: '半径（米）', en: 'Radius (m)', required: true, list: true, min: 1, max: 100_000 }),
    /** By the newest position of the device. */
    fenceState: choice({
      zh: '围栏状态',
      en: 'Fence status',
      readOnly: true,
      list: true,
      of: { inside: { zh: '在围栏内', en: 'Inside', tone: 'good' }, outside: { zh: '已离开', en: 'Outside', tone: 'bad' } },
    }),
  },
})
