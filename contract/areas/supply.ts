import { supplier } from '../entities/supply/supplier.ts'
import { area } from '../kit/area.ts'

/** Suppliers. */
export const supplyArea = area({
  name: 'supply',
  entities: [supplier],
  menu: [
    {
      code: 'supply',
      zh: '供应商管理',
      en: 'Suppliers',
      path: '/eam/supply',
      icon: 'supplier',
      children: [{ code: 'supplier', zh: '供应商', en: 'Suppliers', path: '/eam/supplier', icon: 'supplier', entity: 'supplier' }],
    },
  ],
  rights: { equipment_manager: ['supplier.*'], engineer: ['supplier.list'] },
})
