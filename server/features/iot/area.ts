import type { ServerArea } from '#server/kit/area.ts'
import { foldJob, keepJob } from './iot-jobs.ts'
import { sensorAnswers } from './sensor-answers.ts'
import './bind-sensors.ts'
import './sensor-hooks.ts'

export const iotServer: ServerArea = {
  name: 'iot',
  answers: sensorAnswers,
  jobs: [foldJob, keepJob],
}
