import { processRule } from '../../../kit/entity/process-rule.ts'

/** Calls are told in the history of a repair that the program makes them for. */
export const onCallCalling = processRule({
  name: 'onCallCalling',
  zh: '值班呼叫',
  en: 'On-call call',
  touches: { repairOrder: ['onCallTold'] },
})

/** Who leaves hands the shifts to come and the rotas they lead over. */
export const onCallHandOver = processRule({
  name: 'onCallHandOver',
  zh: '值班交接',
  en: 'On-call hand-over',
  touches: { onCallShift: ['change'], onCallRota: ['change'] },
})

/** Both. */
export const onCallRules = [onCallCalling, onCallHandOver] as const
