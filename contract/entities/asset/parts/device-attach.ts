import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, ids, integer, link, text } from '../../../kit/fields/field.ts'
import { attachKinds } from './attach-kinds.ts'

/** A photo or document of a device: one file, or a paper that is kept somewhere. */
export const deviceAttach = entity('deviceAttach', {
  zh: '设备资料',
  en: 'Device document',
  module: 'asset',
  path: ['/eam/device/attach', '/blade-resource/attach'],
  title: 'attachName',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  scope: { through: 'device' },
  sort: { by: 'createTime', descending: true },
  others: {
    shows: {
      link: { file: 'files' },
      name: { as: 'attachName' },
      originalName: { as: 'attachName' },
      extension: { as: 'fileType' },
      attachSize: { as: 'fileSize' },
    },
    listed: ['fileType', 'fileSize'],
  },
  fields: {
    attachName: text({ zh: '资料名称', en: 'Name', required: true, list: true, search: true, max: 200 }),
    attachType: choice({ zh: '资料类型', en: 'Document type', required: true, list: true, initial: 'other', of: attachKinds }),
    device: link({ zh: '所属设备', en: 'Device', to: 'device', required: true, list: true }),
    files: ids({ zh: '文件', en: 'File', to: 'file', max: 1, list: true }),
    fileType: text({ zh: '文件格式', en: 'Format', readOnly: true, max: 100 }),
    fileSize: integer({ zh: '文件大小（字节）', en: 'Size (bytes)', readOnly: true, min: 0 }),
    documentNo: text({ zh: '资料编号', en: 'Document number', list: true, search: true, max: 80 }),
    issuedOn: date({ zh: '签发日期', en: 'Issued on', list: true }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', list: true }),
    keptAt: text({ zh: '纸质存放处', en: 'Paper kept at', max: 100 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
