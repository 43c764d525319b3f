import { file, out, plain } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, text } from '../../kit/fields/field.ts'

/** The row that an operation wrote, and its transaction. */
export const written = { id: out.text, version: out.nullable(out.number), xid: out.text } as const

const id = text({ zh: '文件', en: 'File', required: true, max: 36 })

/** How much of a file has arrived; answered by headers alone. */
export const fileState = call('sync.fileState', {
  zh: '查询文件上传进度',
  en: 'File upload progress',
  module: 'tooling',
  method: 'HEAD',
  path: '/sync/blobs/:id',
  may: 'session',
  answers: plain({}),
  input: { id },
})

/** One part of a file, as bytes. */
export const filePart = call('sync.filePart', {
  zh: '上传文件分片',
  en: 'Upload a file part',
  module: 'tooling',
  method: 'PUT',
  path: '/sync/blobs/:id',
  may: 'session',
  writes: true,
  answers: plain({ complete: out.boolean, parts: out.list(out.number), result: out.optional(written) }),
  input: {
    id,
    part: integer({ zh: '分片', en: 'Part', required: true, min: 1, max: 1000 }),
    parts: integer({ zh: '分片数', en: 'Parts', required: true, min: 1, max: 1000 }),
    size: integer({ zh: '大小', en: 'Size', required: true, min: 1 }),
    sha256: text({ zh: '内容校验', en: 'Content hash', required: true, max: 64, pattern: '^[0-9a-f]{64}$' }),
    name: text({ zh: '文件名', en: 'File name', required: true, max: 200 }),
    type: text({ zh: '类型', en: 'Type', max: 100 }),
  },
})

/**
 * The content of a file, for people who may see the record it belongs to; `size=thumb` returns a small WebP of a picture, 404 where none can be made; `size=page`
 * lets browsers show a PDF in place.
 */
export const fileContent = call('file.content', {
  zh: '查看文件',
  en: 'View a file',
  module: 'tooling',
  method: 'GET',
  path: '/file/:id',
  may: 'session',
  answers: file,
  input: {
    id,
    size: choice({
      zh: '大小',
      en: 'Size',
      of: {
        full: { zh: '原图', en: 'Original' },
        thumb: { zh: '缩略图', en: 'Thumbnail' },
        page: { zh: '页内预览', en: 'Inline preview' },
      },
    }),
  },
})
