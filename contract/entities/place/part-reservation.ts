import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, integer, link, text } from '../../kit/fields/field.ts'

/** Pieces of a part that are kept for a purpose: no other act takes them out of stock until they are issued or released. */
export const partReservation = entity('partReservation', {
  zh: '配件预留',
  en: 'Part reservation',
  module: 'place',
  path: '/eam/part-reservation',
  title: 'purpose',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'part' },
  sort: { by: 'createTime', descending: true },
  editable: { reservationStatus: ['open'] },
  removable: { reservationStatus: ['released'] },
  fields: {
    purpose: text({ zh: '用途', en: 'Purpose', required: true, list: true, search: true, max: 100 }),
    part: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart', required: true, list: true, goesWith: true }),
    quantity: integer({ zh: '预留数量', en: 'Reserved', required: true, list: true, min: 1, max: 99999 }),
    device: link({ zh: '用于设备', en: 'For the device', to: 'device', list: true }),
    // Its pieces are taken when the order is finished, and free again when it ends without them.
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', list: true, goesWith: true }),
    maintenance: link({ zh: '保养工单', en: 'Maintenance order', to: 'maintainOrder', list: true, goesWith: true }),
    neededOn: date({ zh: '需用日期', en: 'Needed on', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    reservationStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'open',
      of: {
        open: { zh: '已预留', en: 'Reserved', tone: 'busy' },
        issued: { zh: '已发放', en: 'Issued', tone: 'good' },
        released: { zh: '已解除', en: 'Released', tone: 'plain' },
      },
    }),
  },
})

/** Reserved pieces leave the stock, or are free again. Who reserves them need not be who hands them out. */
export const partReserving = machine(partReservation, 'reservationStatus', {
  issue: { from: ['open'], to: 'issued', zh: '发放', en: 'Issue', may: 'partReservation.issue', many: true, confirm: true, input: {} },
  release: { from: ['open'], to: 'released', zh: '解除预留', en: 'Release', may: 'partReservation.submit', many: true, input: {} },
})
