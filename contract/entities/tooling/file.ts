import { entity } from '../../kit/entity/entity.ts'
import { integer, text } from '../../kit/fields/field.ts'

/** A stored picture or document. Visible to people who may see the record it belongs to; without a record only to its uploader. */
export const file = entity('file', {
  zh: '文件',
  en: 'File',
  module: 'tooling',
  title: 'fileName',
  table: 'tenant',
  fields: {
    fileName: text({ zh: '文件名', en: 'File name', required: true, max: 200 }),
    fileType: text({ zh: '类型', en: 'Type', required: true, max: 100 }),
    fileSize: integer({ zh: '大小', en: 'Size', required: true, min: 0 }),
    sha256: text({ zh: '内容校验', en: 'Content hash', required: true, max: 64, pattern: '^[0-9a-f]{64}$' }),
    ofEntity: text({ zh: '所属业务', en: 'Belongs to', readOnly: true, max: 40 }),
    ofId: text({ zh: '所属记录', en: 'Record', readOnly: true, internal: true, max: 36 }),
  },
})
