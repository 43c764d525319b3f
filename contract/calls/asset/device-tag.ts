import { deviceTag } from '../../entities/asset/tags/device-tag.ts'
import { one, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, link, text } from '../../kit/fields/field.ts'

const id = text({ zh: '电子标签', en: 'Tag', required: true, max: 36 })
const { of: states } = deviceTag.fields.editStatus

/** Binds a tag to a device; `id` is the device. The RFID of its card becomes the code of an RFID tag. */
export const bindTag = call('deviceTag.inputtingBind', {
  zh: '绑定标签',
  en: 'Bind tags',
  module: 'asset',
  method: 'POST',
  path: '/eam/taginputting/inputtingBind',
  may: 'deviceTag.bind',
  writes: true,
  changes: ['deviceTag', 'device'],
  answers: one(saved),
  input: {
    id: text({ zh: '设备', en: 'Device', required: true, max: 36 }),
    tagInputting: link({ zh: '电子标签', en: 'Tag', to: 'deviceTag', required: true }),
  },
})

/** Takes a tag off its device; the RFID of the card is cleared where it is the code of the tag. */
export const unbindTag = call('deviceTag.unBundling', {
  zh: '解绑标签',
  en: 'Unbind tag',
  module: 'asset',
  method: 'POST',
  path: '/eam/taginputting/unBundling',
  may: 'deviceTag.bind',
  writes: true,
  changes: ['deviceTag', 'device'],
  answers: one(saved),
  input: { id },
})

/** Locks a tag against changes, or opens it again. */
export const editTag = call('deviceTag.updateEditStatus', {
  zh: '修改编辑状态',
  en: 'Change the edit status',
  module: 'asset',
  method: 'POST',
  path: '/eam/taginputting/updateEditStatus',
  may: 'deviceTag.submit',
  writes: true,
  changes: ['deviceTag'],
  answers: one(saved),
  input: { id, value: choice({ zh: '编辑状态', en: 'Edit status', required: true, of: states }) },
})
