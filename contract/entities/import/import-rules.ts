import { processRule } from '../../kit/entity/process-rule.ts'

/** An import whose process is gone is ended by timed work. */
export const importEnd = processRule({
  name: 'importEnd',
  zh: '中断的导入自动结束',
  en: 'Interrupted import clean-up',
  touches: { importJob: ['change'] },
})
