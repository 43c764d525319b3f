import { approval } from '../../kit/entity/approval.ts'
import { integer, link, money } from '../../kit/fields/field.ts'
import { warehouseEntering } from './warehouse-entry.ts'

/** Warehouse entries are decided by an approval: by any holder of the right, unless a hospital defines it otherwise. */
export const entryApproval = approval({
  kind: 'warehouseEntry',
  zh: '入库',
  en: 'Warehouse entry',
  of: warehouseEntering,
  steps: { begin: 'handIn', agreed: 'approve', refused: 'reject' },
  facts: {
    amount: money({ zh: '总金额', en: 'Amount', min: 0 }),
    quantity: integer({ zh: '总数量', en: 'Pieces', min: 0 }),
    warehouse: link({ zh: '库房', en: 'Warehouse', to: 'warehouse' }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept' }),
  },
  depts: ['applicant', 'receiving'],
  may: 'warehouseEntry.approve',
})
