import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'

/** Takes a whole file as a form (`multipart/form-data`), for programs that do not send it in parts. It is its sender's until a record names it. */
export const fileUpload = call('file.upload', {
  zh: '上传文件',
  en: 'Upload a file',
  module: 'tooling',
  method: 'POST',
  path: [
    '/blade-resource/oss/endpoint/put-file',
    '/blade-resource/oss/endpoint/put-file-attach',
    '/blade-resource/oss/endpoint/put-file-attach-by-name',
  ],
  may: 'session',
  writes: true,
  changes: [],
  timeoutS: 30,
  answers: one({
    id: out.text,
    attachId: out.text,
    link: out.text,
    domain: out.text,
    name: out.text,
    originalName: out.text,
    size: out.number,
  }),
  input: {
    file: text({ zh: '文件', en: 'File', required: true, max: 200 }),
    fileName: text({ zh: '文件名', en: 'File name', max: 200 }),
  },
})
