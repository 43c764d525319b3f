import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { demoSensors } from './demo-iot.ts'
import { energyAnswers } from './energy-answers.ts'
import { energyWrites } from './energy-writes.ts'
import { foldJob, keepJob } from './iot-jobs.ts'
import { positionAnswers } from './position-answers.ts'
import { sensorAnswers } from './sensor-answers.ts'
import './bind-sensors.ts'
import './sensor-hooks.ts'

export const iotServer: ServerArea = {
  name: 'iot',
  deptHoldings: [{ of: deviceSecDay, field: 'useDept' }],
  answers: [...sensorAnswers, ...energyAnswers, ...energyWrites, ...positionAnswers],
  demoHistory: demoSensors,
  jobs: [foldJob, keepJob],
}
