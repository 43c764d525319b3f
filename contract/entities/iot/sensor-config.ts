import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, decimal, integer, link, text, time } from '../../kit/fields/field.ts'
import { liveStates, sensorKinds } from './sensor-kinds.ts'

const live = { zh: '运行', en: 'Operation' }

/** A sensor and the device that it hangs on now. */
export const sensorConfig = entity('sensorConfig', {
  zh: '传感器',
  en: 'Sensor',
  many: 'Sensors',
  module: 'iot',
  path: '/iot/sensor-config',
  title: 'sensorCode',
  called: ['device', 'sensorKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  names: { list: ['page'] },
  softDelete: true,
  scope: { through: 'device' },
  removable: { bindState: ['free'] },
  columns: ['sensorCode', 'bindState', 'liveState', 'sensorKind', 'device', 'lastSeen', 'battery'],
  fields: {
    // Part of a topic, so without slashes and wildcards.
    sensorCode: text({
      zh: '传感器编号',
      en: 'Sensor code',
      required: true,
      list: true,
      search: true,
      unique: true,
      code: true,
      max: 64,
      pattern: '^[0-9A-Za-z._:-]{1,64}$',
      example: 'PW-0001',
    }),
    sensorKind: choice({ zh: '传感器类型', en: 'Sensor type', required: true, list: true, initial: 'power', of: sensorKinds }),
    model: link({ zh: '传感器型号', en: 'Sensor model', to: 'sensorModel', list: true }),
    reportSeconds: integer({ zh: '上报间隔（秒）', en: 'Report interval (s)', min: 1, max: 86_400 }),
    /** Behind it the meter begins at zero again, such as 99999.99; that of its model if empty. */
    meterMaximum: decimal({
      ...{ zh: '电表最大读数（kWh）', en: 'Largest meter reading (kWh)', scale: 3, min: 1, max: 1_000_000_000 },
      when: { field: 'sensorKind', is: ['power'] },
    }),
    bindState: choice({
      zh: '绑定状态',
      en: 'Binding',
      required: true,
      readOnly: true,
      list: true,
      initial: 'free',
      of: { free: { zh: '未绑定', en: 'Unbound', tone: 'plain' }, bound: { zh: '已绑定', en: 'Bound', tone: 'good' } },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', readOnly: true, list: true, past: true }),
    liveState: choice({
      ...{ zh: '在线状态', en: 'Online status', required: true, readOnly: true, list: true },
      ...{ initial: 'never', of: liveStates, group: live },
    }),
    lastSeen: time({ zh: '最近上报', en: 'Last reading', readOnly: true, list: true, group: live }),
    battery: decimal({ zh: '电量（%）', en: 'Battery (%)', scale: 1, readOnly: true, list: true, group: live }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

/** A sensor hangs on one device at a time. */
export const sensorBinds = machine(sensorConfig, 'bindState', {
  binding: {
    from: ['free'],
    to: 'bound',
    zh: '绑定',
    en: 'Bind',
    may: 'sensorConfig.bind',
    input: { device: link({ zh: '设备', en: 'Device', to: 'device', required: true }) },
  },
  unbinding: { from: ['bound'], to: 'free', zh: '解绑', en: 'Unbind', may: 'sensorConfig.bind', confirm: true, input: {} },
  /** Its device is disposed of. */
  release: { from: ['bound'], to: 'free', zh: '随设备报废解绑', en: 'Unbind with disposal', inner: true, input: {} },
})
