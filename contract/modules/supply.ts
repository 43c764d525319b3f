import { planParts } from '../calls/supply/reorder.ts'
import { setSupplier } from '../calls/supply/supply.ts'
import { purchaseBudget, purchaseBudgeting } from '../entities/supply/purchase-budget.ts'
import { purchaseBudgetLine } from '../entities/supply/purchase-budget-line.ts'
import { purchasePlan, purchasePlanning } from '../entities/supply/purchase-plan.ts'
import { purchasePlanLine } from '../entities/supply/purchase-plan-line.ts'
import { purchaseSpending } from '../entities/supply/purchase-rules.ts'
import { supplier } from '../entities/supply/supplier.ts'
import { supplierImport } from '../entities/supply/supplier-import.ts'
import { supplierQualification } from '../entities/supply/supplier-qualification.ts'
import { supplyNotices } from '../entities/supply/supply-notices.ts'
import { supplyHome } from '../home/supply-home.ts'
import { board } from '../kit/entity/board.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'

/** Suppliers and purchasing. */
export const supplyModule = module({
  name: 'supply',
  entities: [supplier, supplierQualification, purchaseBudget, purchaseBudgetLine, purchasePlan, purchasePlanLine],
  machines: [purchaseBudgeting, purchasePlanning],
  boards: [
    board(purchaseBudget, { shows: ['budgetYear', 'dept', 'amount', 'remaining'], since: ['approvedAt'] }),
    board(purchasePlan, { shows: ['planYear', 'dept', 'budget', 'plannedTotal'], since: ['approvedAt'] }),
  ],
  ends: ['purchasePlan.planStatus=finished', 'purchasePlan.planStatus=cancelled'],
  calls: [setSupplier, planParts],
  rules: [purchaseSpending],
  // What comes in is spent of the budget of its plan.
  follows: { purchaseBudget: 'warehouseEntry' },
  dues: [
    due(supplierQualification, {
      zh: '资质到期',
      en: 'Qualification ends',
      by: 'validUntil',
      about: 'supplier',
      page: '/eam/supplier-qualification',
    }),
  ],
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
        {
          code: 'supplierQualification',
          zh: '供应商资质',
          en: 'Qualifications',
          path: '/eam/supplier-qualification',
          icon: 'list',
          entity: 'supplierQualification',
        },
        {
          code: 'purchaseBudget',
          zh: '采购预算',
          en: 'Purchase budgets',
          path: '/eam/purchase-budget',
          icon: 'list',
          entity: 'purchaseBudget',
        },
        {
          code: 'partReorder',
          zh: '补货清单',
          en: 'Reorder list',
          path: '/eam/part-reorder',
          icon: 'part',
          seenWith: 'devicePart',
        },
        { code: 'purchasePlan', zh: '采购计划', en: 'Purchase plans', path: '/eam/purchase-plan', icon: 'list', entity: 'purchasePlan' },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'supplier.*',
      'supplierQualification.*',
      'purchaseBudget.*',
      'purchaseBudgetLine.*',
      'purchasePlan.*',
      'purchasePlanLine.*',
    ],
    engineer: ['supplier.list', 'supplierQualification.list'],
    warehouse_keeper: ['purchasePlan.list', 'purchasePlan.submit', 'purchasePlanLine.list'],
  },
  notices: supplyNotices,
  home: supplyHome,
  imports: { supplier: supplierImport },
  importCreates: ['supplier'],
})
