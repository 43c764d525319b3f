import { processRule } from '../../../kit/entity/process-rule.ts'

/** A device that is disposed of, split or goes to another department leaves its set. */
export const leavingSet = processRule({
  name: 'leavingSet',
  zh: '设备退出套组',
  en: 'Leaving a device set',
  touches: { deviceSet: ['change'], device: ['change'] },
})
