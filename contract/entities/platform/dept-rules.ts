import { processRule } from '../../kit/process-rule.ts'

/** A department is merged into another one: everything that hangs on it goes along, in the scope of the person or not. */
export const deptMerging = processRule({
  name: 'deptMerging',
  zh: '科室合并',
  en: 'Merging of departments',
  touches: {
    dept: ['change'],
    user: ['change'],
    dataScope: ['change'],
    announcement: ['change'],
    device: ['change'],
    assetsCard: ['change'],
    deviceCardCopy: ['change'],
    location: ['change'],
    areaLarger: ['change'],
    warehouse: ['change'],
    repairOrder: ['change'],
    purchasePlan: ['change'],
    checkTask: ['change'],
    checkDept: ['change'],
    checkLine: ['change'],
    flowInstance: ['change'],
    flowBinding: ['change'],
  },
})
