import { deviceAttach } from '../../entities/asset/parts/device-attach.ts'
import { one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { ids } from '../../kit/fields/field.ts'

const { device, attachType, files, remark } = deviceAttach.fields

/** Variants of the documents of devices. */
export const attachLists = lists(deviceAttach, {
  byType: {
    kind: 'page',
    zh: '按类型查设备资料',
    en: 'Device documents by type',
    path: 'page-by-type',
    given: { attachType: 'attachType' },
    need: ['attachType'],
  },
  typeCount: {
    kind: 'count',
    zh: '设备资料按类型计数',
    en: 'Device document counts by type',
    path: ['/eam/device/attach/device-by-attach-type', '/blade-resource/attach/group-by-type'],
    by: 'attachType',
  },
  chosenPage: {
    kind: 'page',
    zh: '所选设备资料（分页）',
    en: 'Selected documents, paged',
    path: '/blade-resource/attach/page-card',
    ids: 'ids',
  },
  chosen: { kind: 'list', zh: '所选设备资料', en: 'Selected documents', path: '/blade-resource/attach/listGroup', ids: 'ids' },
})

/** Adds photos or files of one kind to a device, a row for each, named as the files are. All or none; a phone queues it. */
export const addAttachments = call('deviceAttach.add', {
  zh: '上传设备资料',
  en: 'Upload device documents',
  module: 'asset',
  method: 'POST',
  path: '/eam/device/attach/add',
  may: 'deviceAttach.submit',
  writes: true,
  offline: true,
  answers: one({ ...saved, ids: out.list(out.text) }),
  input: { device, attachType, files: { ...files, required: true, max: 9 }, remark },
})

/** Deletes documents of devices; another address of `deviceAttach.remove`. */
export const removeAttachments = call('deviceAttach.removeAttach', {
  zh: '删除设备资料',
  en: 'Delete device documents',
  module: 'asset',
  method: 'POST',
  path: '/eam/device/remove-attach',
  may: 'deviceAttach.remove',
  writes: true,
  answers: one({ removed: out.number }),
  input: { ids: ids({ zh: '设备资料', en: 'Documents', to: 'deviceAttach', required: true, max: 200 }) },
})
