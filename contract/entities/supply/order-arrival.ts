import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, ids, integer, link, numbering, text } from '../../kit/fields/field.ts'
import { mostSerialText } from '../place/serial-text.ts'
import { arrivalStates, pointResults } from './purchase-order-states.ts'

const acceptance = { zh: '到货验收', en: 'Acceptance' }
const point = { readOnly: true, of: pointResults, group: acceptance } as const
const signer = { readOnly: true, max: 45, group: acceptance } as const
const signature = { to: 'file', readOnly: true, max: 1, group: acceptance } as const

/** A delivery of an order, and what its acceptance found. */
export const orderArrival = entity('orderArrival', {
  zh: '到货单',
  en: 'Arrival',
  many: 'Arrivals',
  module: 'supply',
  path: '/eam/order-arrival',
  title: 'arrivalNo',
  called: ['order', 'receivedOn'],
  table: 'tenant',
  peek: true,
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'order' },
  columns: ['arrivalNo', 'arrivalState', 'order', 'supplier', 'receivedOn', 'receivedTotal', 'refusedTotal'],
  sort: { by: 'createTime', descending: true },
  editable: { arrivalState: ['draft'] },
  removable: { arrivalState: ['draft'] },
  lines: [
    {
      zh: '到货明细',
      en: 'Lines',
      entity: 'orderArrivalLine',
      by: 'arrival',
      as: 'lines',
      order: 'place',
      max: 200,
      once: ['orderLine'],
      totals: { receivedTotal: ['receivedQuantity'], refusedTotal: ['refusedQuantity'] },
      hint: {
        zh: '不填则带出订单未到货的明细；出厂编号可扫描，每台一行',
        en: 'Left empty, what the order still waits for is filled in; serial numbers may be scanned, one per line',
      },
    },
  ],
  fields: {
    arrivalNo: numbering({ zh: '到货单号', en: 'Arrival no.', list: true, search: true, unique: true, rule: 'DH-{yyyy}-000000' }),
    arrivalState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: arrivalStates }),
    order: link({ zh: '采购订单', en: 'Purchase order', to: 'purchaseOrder', required: true, list: true }),
    receivedOn: date({ zh: '到货日期', en: 'Arrived on', required: true, list: true }),
    deliveryNote: text({ zh: '送货单号', en: 'Delivery note', list: true, search: true, max: 60 }),
    files: ids({ zh: '到货照片', en: 'Delivery photos', to: 'file', max: 20 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', readOnly: true, list: true }),
    receivedBy: link({ zh: '收货人', en: 'Received by', to: 'user', readOnly: true }),
    receivedTotal: integer({ zh: '收货数量', en: 'Received pieces', readOnly: true, list: true }),
    refusedTotal: integer({ zh: '拒收数量', en: 'Refused pieces', readOnly: true, list: true }),
    acceptedOn: date({ zh: '验收日期', en: 'Acceptance date', readOnly: true, list: true, group: acceptance }),
    acceptedBy: link({ zh: '验收登记人', en: 'Acceptance recorded by', to: 'user', readOnly: true, group: acceptance }),
    packing: choice({ zh: '外观包装', en: 'Packing', ...point }),
    accessories: choice({ zh: '附件配置', en: 'Accessories', ...point }),
    powerOn: choice({ zh: '通电试验', en: 'Power-on test', ...point }),
    functions: choice({ zh: '功能性能', en: 'Function', ...point }),
    documents: choice({ zh: '随机资料', en: 'Documents', ...point }),
    training: choice({ zh: '操作培训', en: 'Training', ...point }),
    acceptanceNote: text({ zh: '验收说明', en: 'Acceptance note', readOnly: true, multiline: true, max: 1000, group: acceptance }),
    deptSigner: text({ zh: '科室验收人', en: 'For the department', ...signer }),
    deptSignature: ids({ zh: '科室签名', en: 'Department signature', ...signature }),
    engineerSigner: text({ zh: '工程师', en: 'Engineer', ...signer }),
    engineerSignature: ids({ zh: '工程师签名', en: 'Engineer signature', ...signature }),
    supplierSigner: text({ zh: '供应商代表', en: 'For the supplier', ...signer }),
    supplierSignature: ids({ zh: '供应商签名', en: 'Supplier signature', ...signature }),
  },
})

const { fields } = orderArrival
const asked = { readOnly: false, list: false } as const
const needed = { ...asked, required: true } as const

/** What an acceptance says, of either result. */
const found = {
  acceptedOn: { ...fields.acceptedOn, ...needed },
  packing: { ...fields.packing, ...needed },
  accessories: { ...fields.accessories, ...needed },
  powerOn: { ...fields.powerOn, ...needed },
  functions: { ...fields.functions, ...needed },
  documents: { ...fields.documents, ...needed },
  training: { ...fields.training, ...needed },
} as const
const signed = {
  deptSigner: { ...fields.deptSigner, ...needed },
  deptSignature: { ...fields.deptSignature, ...asked },
  engineerSigner: { ...fields.engineerSigner, ...needed },
  engineerSignature: { ...fields.engineerSignature, ...asked },
  supplierSigner: { ...fields.supplierSigner, ...needed },
  supplierSignature: { ...fields.supplierSignature, ...asked },
} as const

/** The points of an acceptance. */
export const acceptancePoints = ['packing', 'accessories', 'powerOn', 'functions', 'documents', 'training'] as const

/** From the delivery to its acceptance, which makes the warehouse entry. */
export const accepting = machine(orderArrival, 'arrivalState', {
  scan: {
    from: ['draft'],
    to: same(),
    zh: '扫描出厂编号',
    en: 'Scan serial numbers',
    may: 'orderArrival.submit',
    byState: true,
    input: {
      line: link({ zh: '到货明细', en: 'Arrival line', to: 'orderArrivalLine' }),
      serials: text({ zh: '出厂编号清单', en: 'Serial numbers', required: true, multiline: true, max: mostSerialText }),
    },
  },
  receive: {
    from: ['draft'],
    to: 'received',
    zh: '确认收货',
    en: 'Confirm delivery',
    may: 'orderArrival.submit',
    confirm: true,
    input: {},
  },
  accept: {
    from: ['received'],
    to: 'accepted',
    zh: '通过验收',
    en: 'Accept delivery',
    may: 'orderArrival.accept',
    input: { ...found, acceptanceNote: { ...fields.acceptanceNote, ...asked }, ...signed },
  },
  reject: {
    from: ['received', 'accepted'],
    to: 'rejected',
    zh: '验收退货',
    en: 'Reject delivery',
    may: 'orderArrival.accept',
    input: { ...found, acceptanceNote: { ...fields.acceptanceNote, ...needed }, ...signed },
  },
  turnAway: {
    from: ['received'],
    to: 'rejected',
    zh: '全部拒收',
    en: 'Refused as a whole',
    inner: true,
    input: {},
  },
  withdraw: {
    from: ['received'],
    to: 'draft',
    zh: '退回修改',
    en: 'Return for changes',
    may: 'orderArrival.submit',
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
  },
  enterAgain: {
    from: ['accepted'],
    to: same(),
    zh: '重新生成入库单',
    en: 'Create the warehouse entry again',
    may: 'orderArrival.accept',
    confirm: true,
    input: {},
  },
})
