import { integer } from '../../../kit/fields/field.ts'

/** Points of function, risk and maintenance. */
export const standingPoints = {
  functionPoints: integer({ zh: '功能分', en: 'Function points', required: true, list: true, min: 2, max: 10 }),
  riskPoints: integer({ zh: '风险分', en: 'Risk points', required: true, list: true, min: 1, max: 5 }),
  maintenancePoints: integer({ zh: '维护分', en: 'Maintenance points', required: true, list: true, min: 1, max: 5 }),
} as const
