import { file, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, link, text, time } from '../../kit/fields/field.ts'

const by = { id: out.text, createUserName: out.nullable(out.text), createTime: out.text } as const
/** Who, which program and where, by the names that front ends of the given calls read. */
const theirs = { createBy: out.nullable(out.text), serviceId: out.text, env: out.text, requestUri: out.nullable(out.text) } as const
const called = {
  ...by,
  entity: out.text,
  /** Entity and verb in words. */
  entityValue: out.text,
  entityId: out.nullable(out.text),
  verb: out.text,
  verbValue: out.text,
  rule: out.nullable(out.text),
  ...theirs,
  title: out.text,
  method: out.text,
} as const
const failed = {
  ...by,
  type: out.nullable(out.text),
  message: out.nullable(out.text),
  url: out.nullable(out.text),
  ...theirs,
  exceptionName: out.nullable(out.text),
} as const

const page = { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) }
/** What every log is searched by, under the names of the lists. */
const search = {
  createTime_dategt: time({ zh: '从', en: 'From' }),
  createTime_datelt: time({ zh: '到', en: 'To' }),
  user: link({ zh: '操作人', en: 'Done by', to: 'user' }),
  ...page,
}
const id = text({ zh: '编号', en: 'ID', required: true, max: 36, pattern: '^[0-9a-f-]{36}$' })
const facts = { module: 'record', method: 'GET', may: 'log.list' } as const

/** What was written by calls: who, when, on which record. */
export const apiLog = call('log.api', {
  ...facts,
  zh: '查看系统日志',
  en: 'View logs',
  path: '/blade-log/api/list',
  answers: pageOf(called),
  input: {
    entity: text({ zh: '对象', en: 'Record type', max: 60 }),
    verb: text({ zh: '操作', en: 'Action', max: 60 }),
    ...search,
  },
})
export const apiLogDetail = call('log.apiDetail', {
  ...facts,
  zh: '操作日志详情',
  en: 'Operation log details',
  path: '/blade-log/api/detail',
  answers: one({
    ...called,
    field: out.nullable(out.text),
    fromState: out.nullable(out.text),
    toState: out.nullable(out.text),
    version: out.nullable(out.number),
    changes: out.anything,
    /** The same as a text. */
    params: out.nullable(out.text),
    occurredTime: out.nullable(out.text),
    deviceTime: out.nullable(out.text),
  }),
  input: { id },
})
/** The errors that pages uploaded. */
export const errorLog = call('log.error', {
  ...facts,
  zh: '页面错误日志',
  en: 'Page error log',
  path: '/blade-log/error/list',
  answers: pageOf(failed),
  input: {
    keyword: text({ zh: '错误或页面', en: 'Error or page', max: 100 }),
    type: text({ zh: '类型', en: 'Type', max: 60 }),
    ...search,
  },
})
export const errorLogDetail = call('log.errorDetail', {
  ...facts,
  zh: '页面错误详情',
  en: 'Page error details',
  path: '/blade-log/error/detail',
  answers: one({
    ...failed,
    stack: out.nullable(out.text),
    info: out.nullable(out.text),
    time: out.nullable(out.text),
    stackTrace: out.nullable(out.text),
  }),
  input: { id },
})
/** What happened to one record as a sheet, for people who may export records of its kind, or see them where there is no export. */
export const historyExport = call('log.historyExport', {
  module: 'record',
  method: 'GET',
  may: 'session',
  zh: '导出操作历史',
  en: 'Export record history',
  path: '/blade-log/history/export',
  answers: file,
  input: {
    entity: text({ zh: '对象', en: 'Record type', required: true, max: 60 }),
    id,
    format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
  },
})
