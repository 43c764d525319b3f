import { processRule } from '../../kit/entity/process-rule.ts'

/**
 * A department is merged into another one: everything that hangs on it goes along, in the scope of the person or not. What hangs on it is said by links (`merges`)
 * and handed in by the modules (`deptHoldings` of their `module.ts`), and the merging touches that besides.
 */
export const deptMerging = processRule({
  name: 'deptMerging',
  zh: '科室合并',
  en: 'Department merge',
  touches: { dept: ['change'] },
})
