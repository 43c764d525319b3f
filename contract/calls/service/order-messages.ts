import { orderMessage } from '../../entities/service/order-message.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'

const id = text({ zh: '编号', en: 'ID', required: true, max: 36 })
const asked = { module: 'service', method: 'GET', input: { id } } as const
const written = { module: 'service', method: 'POST', writes: true } as const
/** What a message says: words, pictures or both. */
export const messageInput = {
  content: { ...orderMessage.fields.content, required: false },
  photos: { ...orderMessage.fields.photos, readOnly: false },
} as const

const thread = one({
  /** Whether the order is with the provider, so that both sides may write. */
  isOpen: out.boolean,
  /** Messages that the person was told of and has not read. */
  unread: out.number,
  messages: out.list({
    id: out.text,
    side: out.key(orderMessage.fields.side.of),
    authorName: out.text,
    content: out.text,
    photos: out.list(out.text),
    sentAt: out.text,
    isMine: out.boolean,
  }),
})

/** The messages of a shared order, oldest first, on the hospital's side. */
export const hospitalMessages = call('serviceOrder.messages', {
  zh: '共享工单留言',
  en: 'Shared order messages',
  ...asked,
  path: '/sps/hospital/serviceOrder/messages',
  may: 'serviceOrder.list',
  reads: ['serviceOrder', 'orderMessage', 'notice'],
  answers: thread,
})

/** Writes to the provider of a shared order. */
export const writeToProvider = call('serviceOrder.write', {
  zh: '给服务商留言',
  en: 'Write to the provider',
  ...written,
  path: '/sps/hospital/serviceOrder/message',
  may: 'serviceOrder.list',
  changes: ['orderMessage', 'file'],
  answers: one({ id: out.text }),
  input: { id, ...messageInput },
})

/** Marks the notices of the messages of a shared order as read. */
export const hospitalMessagesRead = call('serviceOrder.messagesRead', {
  zh: '留言已读',
  en: 'Messages read',
  ...written,
  path: '/sps/hospital/serviceOrder/messages-read',
  may: 'serviceOrder.list',
  changes: ['notice'],
  answers: one({ read: out.number }),
  input: { id },
})

/** The messages of an order, oldest first, on the provider's side. */
export const providerMessages = call('providerOrder.messages', {
  zh: '服务工单留言',
  en: 'Service order messages',
  ...asked,
  path: '/sps/provider/workOrder/messages',
  may: 'providerOrder.list',
  reads: ['providerOrder', 'orderMessage', 'notice'],
  answers: thread,
})

/** Writes to the hospital of an order. */
export const writeToHospital = call('providerOrder.write', {
  zh: '给医院留言',
  en: 'Write to the hospital',
  ...written,
  path: '/sps/provider/workOrder/message',
  may: 'providerOrder.work',
  changes: ['orderMessage', 'file'],
  answers: one({ id: out.text }),
  input: { id, ...messageInput },
})

/** Marks the notices of the messages of an order as read. */
export const providerMessagesRead = call('providerOrder.messagesRead', {
  zh: '留言已读',
  en: 'Messages read',
  ...written,
  path: '/sps/provider/workOrder/messages-read',
  may: 'providerOrder.list',
  changes: ['notice'],
  answers: one({ read: out.number }),
  input: { id },
})

export const messageCalls = [
  hospitalMessages,
  writeToProvider,
  hospitalMessagesRead,
  providerMessages,
  writeToHospital,
  providerMessagesRead,
] as const
