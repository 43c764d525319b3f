import { alarmRule } from '../../entities/iot/alarm-rule.ts'
import { sensorAlarm } from '../../entities/iot/sensor-alarm.ts'
import { file, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, date, decimal, link, text } from '../../kit/fields/field.ts'

const reading = { module: 'iot', method: 'GET' } as const

/** The readings of an alarm's sensor from before it began until after its end, at most some hundred. */
export const alarmCurve = call('sensorAlarm.curve', {
  ...reading,
  zh: '告警前后读数',
  en: 'Readings around an alarm',
  path: `${sensorAlarm.path}/curve`,
  may: 'sensorAlarm.list',
  reads: ['sensorAlarm'],
  input: { id: text({ zh: '告警', en: 'Alarm', required: true, max: 36 }) },
  answers: one({
    quantity: out.nullable(out.text),
    lowerLimit: out.nullable(out.number),
    upperLimit: out.nullable(out.number),
    points: out.list(out.object({ at: out.text, value: out.number })),
  }),
})

const period = {
  device: link({ zh: '设备', en: 'Device', to: 'device', required: true }),
  sensor: link({ zh: '传感器', en: 'Sensor', to: 'sensorConfig' }),
  from: date({ zh: '第一天', en: 'First day', required: true }),
  to: date({ zh: '最后一天', en: 'Last day', required: true }),
  lowerLimit: decimal({ ...alarmRule.fields.lowerLimit, list: false, when: undefined, group: undefined }),
  upperLimit: decimal({ ...alarmRule.fields.upperLimit, list: false, when: undefined, group: undefined }),
} as const

const moment = out.nullable(out.text)

/** The temperatures of a device in days of the hospital, for inspectors: a part for each stretch in which a sensor hung on it. */
export const coldChain = call('sensorAlarm.coldChain', {
  ...reading,
  zh: '冷链温度报告',
  en: 'Cold chain report',
  path: `${sensorAlarm.path}/cold-chain`,
  may: 'sensorAlarm.list',
  reads: ['sensorAlarm', 'device'],
  input: period,
  answers: one({
    deviceName: out.text,
    deviceCode: out.nullable(out.text),
    lowerLimit: out.number,
    upperLimit: out.number,
    parts: out.list(
      out.object({
        sensorCode: out.text,
        from: out.text,
        to: out.text,
        count: out.number,
        least: out.nullable(out.number),
        most: out.nullable(out.number),
        mean: out.nullable(out.number),
        kinetic: out.nullable(out.number),
        outsideCount: out.number,
        outsideMinutes: out.number,
        outside: out.list(out.object({ at: out.text, value: out.number })),
        gaps: out.list(out.object({ from: out.text, to: out.text, minutes: out.number })),
        alarms: out.list(
          out.object({
            id: out.text,
            alarmTitle: out.text,
            startedAt: out.text,
            endedAt: moment,
            peak: out.nullable(out.number),
            acknowledgedAt: moment,
            acknowledgedByName: out.nullable(out.text),
            reason: out.nullable(out.text),
          }),
        ),
      }),
    ),
  }),
})

/** The same as a sheet: each reading outside the limits, gap and alarm is a row. */
export const coldChainExport = call('sensorAlarm.coldChainExport', {
  ...reading,
  zh: '导出冷链温度报告',
  en: 'Export a cold chain report',
  path: `${sensorAlarm.path}/cold-chain-export`,
  may: 'sensorAlarm.export',
  reads: ['sensorAlarm', 'device'],
  input: {
    ...period,
    format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
  },
  answers: file,
})
