import { processRule } from '../../kit/entity/process-rule.ts'

/** Sensors follow their device: a disposed device has none. */
export const sensorRelease = processRule({
  name: 'sensorRelease',
  zh: '设备报废解绑',
  en: 'Unbinding with disposal',
  touches: { sensorConfig: ['release'] },
})
