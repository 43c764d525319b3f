import { oss } from '../../entities/tooling/oss.ts'
import { one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'

const id = text({ zh: oss.zh, en: oss.en, required: true, max: 36 })

/** Where files are kept: by a row, or by the S3_* settings of the program, which win. */
export const ossCurrent = call('oss.current', {
  zh: '文件存储位置',
  en: 'File storage location',
  module: 'tooling',
  method: 'GET',
  path: '/blade-resource/oss/current',
  may: 'oss.list',
  reads: ['oss'],
  answers: one({
    by: out.word('settings', 'row'),
    ossCode: out.nullable(out.text),
    endpoint: out.nullable(out.text),
    bucketName: out.nullable(out.text),
  }),
  input: {},
})
/** Uses a store from now on, and moves there what the others hold, as a job. */
export const ossEnable = call('oss.enable', {
  zh: '启用对象存储',
  en: 'Use a file store',
  module: 'tooling',
  method: 'POST',
  path: '/blade-resource/oss/enable',
  may: 'oss.submit',
  writes: true,
  changes: ['oss'],
  answers: one({ ...saved, jobId: out.text }),
  input: { id },
})
/** Stores the secret key of a store; no answer ever says it. */
export const ossSecret = call('oss.secret', {
  zh: '设置存储密钥',
  en: 'Set a file store secret key',
  module: 'tooling',
  method: 'POST',
  path: '/blade-resource/oss/secret',
  may: 'oss.submit',
  writes: true,
  changes: ['oss'],
  answers: one(saved),
  input: { id, secretKey: text({ zh: '密钥', en: 'Secret key', required: true, max: 200 }) },
})
