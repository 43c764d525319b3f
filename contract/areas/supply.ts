import { purchasePlan } from '../entities/supply/purchase-plan.ts'
import { purchasePlanLine } from '../entities/supply/purchase-plan-line.ts'
import { supplier } from '../entities/supply/supplier.ts'
import { supplierImport } from '../entities/supply/supplier-import.ts'
import { area } from '../kit/area.ts'

/** Suppliers and purchasing. */
export const supplyArea = area({
  name: 'supply',
  entities: [supplier, purchasePlan, purchasePlanLine],
  menu: [
    {
      code: 'supply',
      zh: '供应商管理',
      en: 'Suppliers',
      path: '/eam/supply',
      icon: 'supplier',
      tops: ['assets'],
      children: [
        { code: 'supplier', zh: '供应商', en: 'Suppliers', path: '/eam/supplier', icon: 'supplier', entity: 'supplier' },
        { code: 'purchasePlan', zh: '采购计划', en: 'Purchase plans', path: '/eam/purchase-plan', icon: 'list', entity: 'purchasePlan' },
      ],
    },
  ],
  rights: { equipment_manager: ['supplier.*', 'purchasePlan.*', 'purchasePlanLine.*'], engineer: ['supplier.list'] },
  imports: { supplier: supplierImport },
  importCreates: ['supplier'],
})
