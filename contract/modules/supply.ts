import { compareQuotes } from '../calls/supply/quotes.ts'
import { planParts } from '../calls/supply/reorder.ts'
import { setSupplier } from '../calls/supply/supply.ts'
import { purchaseInvoice, purchaseInvoicing } from '../entities/supply/invoices/purchase-invoice.ts'
import { purchaseInvoiceLine } from '../entities/supply/invoices/purchase-invoice-line.ts'
import { accepting, orderArrival } from '../entities/supply/order-arrival.ts'
import { orderArrivalLine } from '../entities/supply/order-arrival-line.ts'
import { purchasePlanApproval } from '../entities/supply/purchase-approval.ts'
import { purchaseBudget, purchaseBudgeting } from '../entities/supply/purchase-budget.ts'
import { purchaseBudgetLine } from '../entities/supply/purchase-budget-line.ts'
import { paying, purchaseInstalment } from '../entities/supply/purchase-instalment.ts'
import { purchaseOrder, purchaseOrdering } from '../entities/supply/purchase-order.ts'
import { purchaseOrderLine } from '../entities/supply/purchase-order-line.ts'
import { purchaseOrigin } from '../entities/supply/purchase-origin.ts'
import { purchasePlan, purchasePlanning } from '../entities/supply/purchase-plan.ts'
import { purchasePlanLine } from '../entities/supply/purchase-plan-line.ts'
import { purchasePosting, purchaseReceiving, purchaseSpending } from '../entities/supply/purchase-rules.ts'
import { purchaseQuote, quoting } from '../entities/supply/quotes/purchase-quote.ts'
import { purchaseQuoteLine } from '../entities/supply/quotes/purchase-quote-line.ts'
import { supplier } from '../entities/supply/supplier.ts'
import { supplierImport } from '../entities/supply/supplier-import.ts'
import { supplierQualification } from '../entities/supply/supplier-qualification.ts'
import { supplyNotices } from '../entities/supply/supply-notices.ts'
import { supplyHome } from '../home/supply-home.ts'
import { board } from '../kit/entity/board.ts'
import { due } from '../kit/entity/due.ts'
import { module } from '../kit/module.ts'
import { purchaseOrders } from '../measures/purchase-orders.ts'
import { purchasedDevices } from '../measures/purchased-devices.ts'

/** The rights of people who see what was ordered and what came of it. */
const ofReaders = [
  'purchaseOrder.list',
  'purchaseOrderLine.list',
  'orderArrival.list',
  'orderArrivalLine.list',
  'purchaseOrigin.list',
  'purchaseInvoice.list',
  'purchaseInvoiceLine.list',
] as const
const ofAcceptance = [...ofReaders, 'orderArrival.accept'] as const

/** Suppliers and purchasing. */
export const supplyModule = module({
  name: 'supply',
  entities: [
    supplier,
    supplierQualification,
    purchaseBudget,
    purchaseBudgetLine,
    purchasePlan,
    purchasePlanLine,
    purchaseOrder,
    purchaseOrderLine,
    purchaseInstalment,
    orderArrival,
    orderArrivalLine,
    purchaseOrigin,
    purchaseQuote,
    purchaseQuoteLine,
    purchaseInvoice,
    purchaseInvoiceLine,
  ],
  machines: [purchaseBudgeting, purchasePlanning, purchaseOrdering, paying, accepting, quoting, purchaseInvoicing],
  boards: [
    board(purchaseBudget, { shows: ['budgetYear', 'dept', 'amount', 'remaining'], since: ['approvedAt'] }),
    board(purchasePlan, { shows: ['planYear', 'dept', 'budget', 'plannedTotal'], since: ['approvedAt'] }),
    board(purchaseOrder, {
      shows: ['supplier', 'plan', 'dept', 'deliveryDue', 'amountTotal'],
      since: ['placedAt', 'arrivedAt', 'closedAt'],
      due: 'deliveryDue',
    }),
    board(purchaseQuote, { heading: ['supplier'], shows: ['plan', 'quotedOn', 'amountTotal'], since: ['chosenAt'] }),
    board(purchaseInvoice, { shows: ['supplier', 'order', 'invoiceDate', 'amount', 'difference'], since: ['matchedAt', 'approvedAt'] }),
    board(orderArrival, { heading: ['order'], shows: ['supplier', 'receivedOn', 'receivedTotal', 'refusedTotal'] }),
  ],
  ends: [
    'purchasePlan.planStatus=cancelled',
    'purchaseOrder.orderStatus=cancelled',
    'purchaseInstalment.payState=dropped',
    'orderArrival.arrivalState=rejected',
  ],
  calls: [setSupplier, planParts, compareQuotes],
  rules: [purchaseSpending, purchaseReceiving, purchasePosting],
  approvals: [purchasePlanApproval],
  measures: [purchaseOrders, purchasedDevices],
  // What comes in is spent of the budget of its plan, and origins have the name and class of their cards.
  follows: { purchaseBudget: 'warehouseEntry', purchaseOrigin: 'device' },
  dues: [
    due(supplierQualification, {
      zh: '资质到期',
      en: 'Qualification ends',
      by: 'validUntil',
      about: 'supplier',
      page: '/eam/supplier-qualification',
    }),
    due(purchaseInstalment, {
      zh: '采购付款',
      en: 'Purchase payment',
      by: 'dueOn',
      where: { payState: 'open' },
      about: 'order',
      page: '/eam/purchase-instalment',
    }),
    due(purchaseOrder, {
      zh: '采购交货',
      en: 'Purchase delivery',
      by: 'deliveryDue',
      where: { orderStatus: 'placed,partly' },
      about: 'supplier',
      page: '/eam/purchase-order',
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
        {
          code: 'purchaseOrder',
          zh: '采购订单',
          en: 'Purchase orders',
          path: '/eam/purchase-order',
          icon: 'list',
          entity: 'purchaseOrder',
          also: ['purchaseOrderLine', 'orderArrivalLine'],
        },
        {
          code: 'purchaseQuote',
          zh: '供应商报价',
          en: 'Quotes',
          path: '/eam/purchase-quote',
          icon: 'list',
          entity: 'purchaseQuote',
          also: ['purchaseQuoteLine'],
          isSearchOnly: true,
        },
        {
          code: 'purchaseInvoice',
          zh: '采购发票',
          en: 'Purchase invoices',
          path: '/eam/purchase-invoice',
          icon: 'list',
          entity: 'purchaseInvoice',
        },
        {
          code: 'purchaseInvoiceLine',
          zh: '发票记账明细',
          en: 'Invoice ledger rows',
          path: '/eam/purchase-invoice-line',
          icon: 'list',
          entity: 'purchaseInvoiceLine',
          isSearchOnly: true,
        },
        {
          code: 'orderArrival',
          zh: '到货单',
          en: 'Arrivals',
          path: '/eam/order-arrival',
          icon: 'list',
          entity: 'orderArrival',
          isSearchOnly: true,
        },
        {
          code: 'purchaseInstalment',
          zh: '分期付款',
          en: 'Instalments',
          path: '/eam/purchase-instalment',
          icon: 'list',
          entity: 'purchaseInstalment',
          isSearchOnly: true,
        },
        {
          code: 'purchaseOrigin',
          zh: '采购来源',
          en: 'Purchase origins',
          path: '/eam/purchase-origin',
          icon: 'list',
          entity: 'purchaseOrigin',
          isSearchOnly: true,
        },
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
      'purchaseOrder.*',
      'purchaseOrderLine.*',
      'purchaseInstalment.*',
      'orderArrival.*',
      'orderArrivalLine.*',
      'purchaseOrigin.*',
      'purchaseQuote.*',
      'purchaseQuoteLine.*',
      'purchaseInvoice.*',
      'purchaseInvoiceLine.*',
    ],
    engineer: ['supplier.list', 'supplierQualification.list', ...ofAcceptance],
    head: ofAcceptance,
    warehouse_keeper: [
      ...ofReaders,
      'orderArrival.submit',
      'orderArrival.remove',
      'purchasePlan.list',
      'purchasePlan.submit',
      'purchasePlanLine.list',
      'purchaseInvoice.submit',
      // An invoice names the instalments that it settles.
      'purchaseInstalment.list',
    ],
  },
  home: supplyHome,
  notices: supplyNotices,
  imports: { supplier: supplierImport },
  importCreates: ['supplier'],
})
