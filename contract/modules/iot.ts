import { alarmCurve, coldChain, coldChainExport } from '../calls/iot/alarm.ts'
import {
  deptMonths,
  deviceNow,
  discardEntered,
  enterDay,
  enterMonth,
  hospitalMonths,
  neverOn,
  secDayLists,
  secMonthLists,
  sensorBuildings,
  setRange,
  tenRecords,
  transferred,
  useGrades,
  weekHours,
} from '../calls/iot/energy.ts'
import { positions, sensorInfo } from '../calls/iot/position.ts'
import {
  freeDevices,
  issueCredential,
  provisionSensor,
  sensorByCode,
  sensorLists,
  sensorsOfDevice,
  takeReadings,
  tryMessage,
} from '../calls/iot/sensor.ts'
import { alarmNotices } from '../entities/iot/alarm-notices.ts'
import { alarmRule } from '../entities/iot/alarm-rule.ts'
import { deviceFence } from '../entities/iot/device-fence.ts'
import { deviceRange } from '../entities/iot/device-range.ts'
import { deviceSecDay } from '../entities/iot/device-sec-day.ts'
import { deviceSecMonth } from '../entities/iot/device-sec-month.ts'
import { energyTariff } from '../entities/iot/energy-tariff.ts'
import { alarmFlow, sensorAlarm } from '../entities/iot/sensor-alarm.ts'
import { sensorBinding } from '../entities/iot/sensor-binding.ts'
import { sensorBinds, sensorConfig } from '../entities/iot/sensor-config.ts'
import { credentialFlow, sensorCredential } from '../entities/iot/sensor-credential.ts'
import { sensorDeadLetter } from '../entities/iot/sensor-dead-letter.ts'
import { sensorMetric } from '../entities/iot/sensor-metric.ts'
import { sensorModel } from '../entities/iot/sensor-model.ts'
import { alarmPosting, sensorRelease } from '../entities/iot/sensor-rules.ts'
import { tariffHour } from '../entities/iot/tariff-hour.ts'
import { iotHome } from '../home/iot-home.ts'
import { module } from '../kit/module.ts'
import { energy } from '../measures/energy.ts'

/** The rights of those who answer for the devices of a department. */
const ofWard = [
  'sensorAlarm.list',
  'sensorAlarm.acknowledge',
  'sensorConfig.list',
  'sensorBinding.list',
  'deviceRange.list',
  'deviceSecDay.list',
  'deviceSecMonth.list',
  'deviceFence.list',
  'energyTariff.list',
] as const

/** Sensors of devices, their readings, and what devices do and use. */
export const iotModule = module({
  name: 'iot',
  entities: [
    sensorModel,
    sensorMetric,
    sensorConfig,
    sensorBinding,
    sensorCredential,
    sensorDeadLetter,
    deviceRange,
    deviceSecDay,
    deviceSecMonth,
    energyTariff,
    tariffHour,
    deviceFence,
    alarmRule,
    sensorAlarm,
  ],
  machines: [sensorBinds, credentialFlow, alarmFlow],
  ends: ['sensorCredential.credentialState=revoked'],
  calls: [
    ...Object.values(sensorLists),
    ...Object.values(secDayLists),
    ...Object.values(secMonthLists),
    freeDevices,
    sensorByCode,
    sensorsOfDevice,
    provisionSensor,
    tryMessage,
    issueCredential,
    takeReadings,
    setRange,
    enterDay,
    enterMonth,
    discardEntered,
    tenRecords,
    weekHours,
    deptMonths,
    hospitalMonths,
    transferred,
    neverOn,
    useGrades,
    sensorBuildings,
    deviceNow,
    positions,
    sensorInfo,
    alarmCurve,
    coldChain,
    coldChainExport,
  ],
  measures: [energy],
  rules: [sensorRelease, alarmPosting],
  notices: alarmNotices,
  home: iotHome,
  secretCalls: ['sensorCredential.issue'],
  menu: [
    {
      code: 'iot',
      zh: '物联监测',
      en: 'Sensors and energy',
      path: '/iot/monitor',
      icon: 'sensor',
      tops: ['work'],
      children: [
        { code: 'sensorAlarm', zh: '传感器告警', en: 'Sensor alarms', path: '/iot/alarm', icon: 'sensor', entity: 'sensorAlarm' },
        { code: 'alarmRule', zh: '告警规则', en: 'Alarm rules', path: '/iot/alarm-rule', icon: 'list', entity: 'alarmRule' },
        { code: 'sensorConfig', zh: '传感器', en: 'Sensors', path: '/iot/sensor-config', icon: 'sensor', entity: 'sensorConfig' },
        {
          code: 'sensorBinding',
          zh: '绑定记录',
          en: 'Sensor bindings',
          path: '/iot/sensor-binding',
          icon: 'list',
          entity: 'sensorBinding',
        },
        { code: 'sensorModel', zh: '传感器型号', en: 'Sensor models', path: '/iot/sensor-model', icon: 'list', entity: 'sensorModel' },
        {
          code: 'sensorCredential',
          zh: '传感器凭证',
          en: 'Sensor credentials',
          path: '/iot/sensor-credential',
          icon: 'list',
          entity: 'sensorCredential',
        },
        {
          code: 'sensorDeadLetter',
          zh: '异常消息',
          en: 'Rejected messages',
          path: '/iot/dead-letter',
          icon: 'list',
          entity: 'sensorDeadLetter',
        },
        {
          code: 'deviceSecDay',
          zh: '用电日记录',
          en: 'Device energy days',
          path: '/eam/device-sec-day',
          icon: 'sensor',
          entity: 'deviceSecDay',
        },
        {
          code: 'deviceSecMonth',
          zh: '用电月记录',
          en: 'Device energy months',
          path: '/eam/device-sec-month',
          icon: 'sensor',
          entity: 'deviceSecMonth',
        },
        { code: 'energyTariff', zh: '分时电价', en: 'Energy tariffs', path: '/eam/energy-tariff', icon: 'list', entity: 'energyTariff' },
        { code: 'deviceFence', zh: '设备围栏', en: 'Device fences', path: '/iot/fence-device', icon: 'list', entity: 'deviceFence' },
        { code: 'deviceRange', zh: '功率阈值', en: 'Power thresholds', path: '/eam/device-range', icon: 'list', entity: 'deviceRange' },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'alarmRule.*',
      'sensorAlarm.*',
      'sensorModel.*',
      'sensorConfig.*',
      'sensorCredential.*',
      'deviceRange.*',
      'deviceSecDay.*',
      'deviceFence.*',
      'energyTariff.*',
    ],
    engineer: [
      'alarmRule.list',
      'sensorAlarm.list',
      'sensorAlarm.acknowledge',
      'sensorModel.list',
      'sensorConfig.list',
      'sensorConfig.submit',
      'sensorConfig.bind',
      'sensorBinding.list',
      'deviceRange.list',
      'deviceRange.manage',
      'deviceSecDay.list',
      'deviceSecDay.write',
      'deviceSecMonth.list',
      'deviceFence.list',
      'energyTariff.list',
    ],
    keeper: ofWard,
    head: ofWard,
  },
})
