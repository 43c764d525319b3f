import { alarmRule } from '#contract/entities/iot/alarm-rule.ts'
import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { alarmAnswers } from './alarm-answers.ts'
import { alarmJob } from './alarm-jobs.ts'
import { demoSensors } from './demo-iot.ts'
import { energyAnswers } from './energy/energy-answers.ts'
import { energyWrites } from './energy/energy-writes.ts'
import { foldJob, keepJob } from './iot-jobs.ts'
import { positionAnswers } from './position-answers.ts'
import { provisionAnswers } from './provision.ts'
import { sensorAnswers } from './sensor-answers.ts'
import './alarm-rule-hooks.ts'
import './alarm-steps.ts'
import './bind-sensors.ts'
import './end-alarms.ts'
import './sensor-hooks.ts'
import './energy/tariff-hooks.ts'

export const iotServer: ServerModule = {
  name: 'iot',
  deptHoldings: [
    { of: deviceSecDay, field: 'useDept' },
    { of: alarmRule, field: 'dept' },
  ],
  answers: [...sensorAnswers, ...provisionAnswers, ...energyAnswers, ...energyWrites, ...positionAnswers, ...alarmAnswers],
  demoHistory: demoSensors,
  jobs: [foldJob, alarmJob, keepJob],
}
