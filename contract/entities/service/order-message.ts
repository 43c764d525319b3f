import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, link, text, time } from '../../kit/fields/field.ts'

/** A message between the people of a hospital and of a provider on a shared order: a row on each side with the same id, which never changes. */
export const orderMessage = entity('orderMessage', {
  zh: '工单留言',
  en: 'Order message',
  many: 'Order messages',
  module: 'service',
  title: 'content',
  table: 'tenant',
  append: true,
  fields: {
    /** The shared order of the hospital, and the copy of the provider with the same id. */
    orderId: text({ zh: '共享工单', en: 'Shared order', required: true, readOnly: true, internal: true, max: 36 }),
    side: choice({
      zh: '发送方',
      en: 'From',
      required: true,
      readOnly: true,
      of: { hospital: { zh: '医院', en: 'Hospital' }, provider: { zh: '服务商', en: 'Service provider' } },
    }),
    content: text({ zh: '留言', en: 'Message', required: true, multiline: true, max: 1000 }),
    /** The files lie on the order of each side, so that they are seen with it. */
    photos: ids({ zh: '照片', en: 'Photos', to: 'file', readOnly: true, types: ['jpg', 'png', 'webp'], max: 9 }),
    authorName: text({ zh: '留言人', en: 'Author', required: true, readOnly: true, max: 250 }),
    /** Of the own side alone. */
    author: link({ zh: '本方留言人', en: 'Own author', to: 'user', readOnly: true }),
    sentAt: time({ zh: '留言时间', en: 'Sent', required: true, readOnly: true }),
  },
})
