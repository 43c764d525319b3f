import { DashboardOutlined, ToolOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { serviceInvoice } from '#contract/entities/service/contracts/service-invoice.ts'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import type { Row } from '#src/data/hooks.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { homeRepairs } from './home-words.ts'

const CardReport = lazy(async () => {
  const { ReportButton } = await import('./report-button.tsx')
  return { default: ({ row, isNext }: { readonly row: Row; readonly isNext?: boolean }) => <ReportButton device={row} isNext={isNext} /> }
})
const OpenRepair = lazy(async () => ({ default: (await import('./open-repair-banner.tsx')).OpenRepairBanner }))
const DeviceMeasures = lazy(async () => ({ default: (await import('./device-metrology.tsx')).DeviceMetrology }))
const DeviceRepairs = lazy(async () => ({ default: (await import('./device-repairs.tsx')).DeviceRepairs }))

const CoverOfDevice = lazy(async () => ({ default: (await import('./contracts/cover-banner.tsx')).CoverOfDevice }))
const CoverOfRepair = lazy(async () => ({ default: (await import('./contracts/cover-banner.tsx')).CoverOfRepair }))
const ShareCover = lazy(async () => ({ default: (await import('./contracts/cover-banner.tsx')).ShareCover }))
const InvoicesOfRepair = lazy(async () => ({ default: (await import('./contracts/contract-pages.tsx')).InvoicesOfRepair }))
const InvoicesOfMaintenance = lazy(async () => ({ default: (await import('./contracts/contract-pages.tsx')).InvoicesOfMaintenance }))
const DeviceContracts = lazy(async () => ({ default: (await import('./contracts/contract-pages.tsx')).DeviceContracts }))
const SupplierContracts = lazy(async () => ({ default: (await import('./contracts/contract-pages.tsx')).SupplierContracts }))

const OnCallOfRepair = lazy(async () => ({ default: (await import('./oncall/on-call-now.tsx')).OnCallOfRepair }))

const InvoicePaper = lazy(async () => ({ default: (await import('#src/features/supply/public/invoice-paper.tsx')).InvoicePaper }))

const CertificateEntry = lazy(async () => {
  const { CertificateEntry: Entry } = await import('./certificate/certificate-entry.tsx')
  return { default: ({ rows }: { readonly rows: readonly Row[] }) => <Entry record={rows[0]} /> }
})

export const serviceDesk: DeskModule = {
  name: 'service',
  pages: [
    {
      path: '/eam/repair',
      group: '/eam/repair',
      Page: lazy(async () => ({ default: (await import('./repair-page.tsx')).RepairPage })),
    },
    {
      path: '/eam/repair/:id',
      group: '/eam/repair',
      title: { zh: '维修工单', en: 'Repair order' },
      Page: lazy(async () => ({ default: (await import('./repair-record-page.tsx')).RepairRecordPage })),
    },
    {
      path: '/eam/dispatch',
      group: '/eam/dispatch',
      Page: lazy(async () => ({ default: (await import('./dispatch/dispatch-page.tsx')).DispatchPage })),
    },
    {
      path: '/eam/on-call-rota',
      group: '/eam/on-call-rota',
      Page: lazy(async () => ({ default: (await import('./oncall/on-call-pages.tsx')).OnCallRotaPage })),
    },
    {
      path: '/eam/label-report',
      group: '/eam/label-report',
      Page: lazy(async () => ({ default: (await import('./label/label-report-pages.tsx')).LabelReportPage })),
    },
    {
      path: '/eam/label-report/:id',
      group: '/eam/label-report',
      title: { zh: '扫码报修单', en: 'Label report' },
      Page: lazy(async () => ({ default: (await import('./label/label-report-pages.tsx')).LabelReportRecordPage })),
    },
    {
      path: '/eam/measure-card',
      group: '/eam/measure-card',
      Page: lazy(async () => ({ default: (await import('./metrology-pages.tsx')).MetrologyCardPage })),
    },
    {
      path: '/form/eam/metrology-plan',
      group: '/eam/measure-card',
      title: { zh: '年度计量计划', en: 'Yearly metrology plan' },
      Page: lazy(async () => ({ default: (await import('./metrology-papers.tsx')).MetrologyPlanPage })),
    },
    {
      path: '/form/eam/metrology-ledger',
      group: '/eam/measure-card',
      title: { zh: '计量器具台账', en: 'Instrument ledger' },
      Page: lazy(async () => ({ default: (await import('./metrology-papers.tsx')).MetrologyLedgerPage })),
    },
    {
      path: '/form/eam/dev-measure',
      group: '/eam/measure-card',
      title: { zh: '设备计量', en: 'Device metrology' },
      Page: lazy(async () => ({ default: (await import('./measure-page.tsx')).MeasurePage })),
    },
    {
      path: '/eam/provider-order',
      group: '/eam/provider-order',
      Page: lazy(async () => ({ default: (await import('./sharing-pages.tsx')).ProviderOrderPage })),
    },
    {
      path: '/eam/service-order',
      group: '/eam/service-order',
      Page: lazy(async () => ({ default: (await import('./sharing-pages.tsx')).ServiceOrderPage })),
    },
    {
      path: '/eam/service-contract',
      group: '/eam/service-contract',
      Page: lazy(async () => ({ default: (await import('./contracts/contract-pages.tsx')).ContractPage })),
    },
    {
      path: '/eam/service-invoice',
      group: '/eam/service-invoice',
      Page: lazy(async () => ({ default: (await import('./contracts/contract-pages.tsx')).InvoicePage })),
    },
    {
      path: '/eam/measure-record',
      group: '/eam/measure-record',
      Page: lazy(async () => ({ default: (await import('./metrology-pages.tsx')).MetrologyRecordPage })),
    },
  ],
  panels: [
    {
      name: 'service.open',
      ...homeRepairs.open,
      order: 200,
      columns: 8,
      shows: 'long',
      needs: ['repairOrder.list', 'repairOrder.work'],
      Panel: lazy(async () => ({ default: (await import('./home-orders.tsx')).OrdersPanel })),
    },
    {
      name: 'service.dept',
      ...homeRepairs.dept,
      order: 200,
      columns: 8,
      shows: 'long',
      needs: ['repairOrder.list'],
      lacks: ['repairOrder.work'],
      Panel: lazy(async () => ({ default: (await import('./home-orders.tsx')).DeptOrdersPanel })),
    },
    {
      name: 'service.onCall',
      ...homeRepairs.onCall,
      order: 210,
      columns: 4,
      shows: 'totals',
      needs: ['repairOrder.list', 'repairOrder.work'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./oncall/on-call-now.tsx')).OnCallPanel })),
    },
    {
      name: 'service.weeks',
      ...homeRepairs.weeks,
      order: 340,
      columns: 6,
      shows: 'trend',
      needs: ['repairOrder.list'],
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).WeeksPanel })),
    },
    {
      name: 'service.response',
      ...homeRepairs.response,
      order: 341,
      columns: 6,
      shows: 'trend',
      needs: ['repairOrder.list'],
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).ResponsePanel })),
    },
    {
      name: 'service.costs',
      ...homeRepairs.costs,
      order: 370,
      columns: 6,
      shows: 'trend',
      needs: ['repairOrder.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).CostsPanel })),
    },
    {
      name: 'service.kinds',
      ...homeRepairs.kinds,
      order: 371,
      columns: 6,
      shows: 'trend',
      needs: ['repairOrder.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).KindsPanel })),
    },
  ],
  icons: { repair: ToolOutlined, metrology: DashboardOutlined },
  parts: [
    { at: 'device.record', name: 'cardReport', Part: CardReport, order: -1 },
    { at: 'device.banner', name: 'openRepair', Part: OpenRepair },
    { at: 'device.banner', name: 'cover', Part: CoverOfDevice, order: 1 },
    { at: 'repair.record', name: 'repairCover', Part: CoverOfRepair, order: -1 },
    { at: 'repair.record', name: 'repairOnCall', Part: OnCallOfRepair, order: 1 },
    { at: 'maintenance.more', name: 'maintenanceInvoices', Part: InvoicesOfMaintenance },
    { at: 'repair.more', name: 'repairInvoices', Part: InvoicesOfRepair },
    { at: 'step.repairOrder.share', name: 'shareCover', Part: ShareCover },
    { at: 'supplier.record', name: 'supplierContracts', Part: SupplierContracts },
    { at: 'step.measureRecord.finish', name: 'certificate', Part: CertificateEntry },
    { at: 'serviceInvoice.form', name: 'invoicePaper', Part: InvoicePaper },
  ],
  tabs: [
    {
      of: 'device',
      name: 'repairs',
      zh: '维修',
      en: 'Repairs',
      order: 10,
      may: 'repairOrder.list',
      counts: { of: 'repairOrder', by: 'device' },
      Tab: DeviceRepairs,
    },
    {
      of: 'device',
      name: 'measures',
      zh: '计量',
      en: 'Metrology',
      order: 15,
      may: 'measureRecord.list',
      counts: { of: 'measureRecord', by: 'device' },
      Tab: DeviceMeasures,
    },
    {
      of: 'device',
      name: 'contracts',
      zh: '维保合同',
      en: 'Service contracts',
      order: 12,
      may: 'contractDevice.list',
      counts: { of: 'contractDevice', by: 'device' },
      Tab: DeviceContracts,
    },
  ],
  search: [
    {
      of: repairOrder,
      about: ['device', 'faultDescription', 'repairStatus', 'reportedAt'],
      list: '/eam/repair',
      opens: (id) => `/eam/repair/${id}`,
    },
    {
      of: serviceOrder,
      about: ['device', 'provider', 'shareState', 'sharedAt'],
      list: '/eam/service-order',
      opens: (id) => `/eam/service-order?open=${id}`,
    },
    {
      of: providerOrder,
      about: ['hospitalName', 'deviceName', 'shareState', 'sharedAt'],
      list: '/eam/provider-order',
      opens: (id) => `/eam/provider-order?open=${id}`,
    },
    {
      of: serviceContract,
      about: ['contractName', 'supplier', 'contractState', 'validUntil'],
      list: '/eam/service-contract',
      opens: (id) => `/eam/service-contract?open=${id}`,
    },
    {
      of: serviceInvoice,
      about: ['supplier', 'invoiceState', 'invoiceDate', 'amount'],
      list: '/eam/service-invoice',
      opens: (id) => `/eam/service-invoice?open=${id}`,
    },
  ],
  records: { repairOrder: '/eam/repair', labelReport: '/eam/label-report' },
}
