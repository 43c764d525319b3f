import { out, plain } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, items, json, text } from '../../kit/fields/field.ts'
import { written } from './file.ts'

const pushAnswer = {
  results: out.list({
    id: out.text,
    outcome: out.word('done', 'replayed', 'refused', 'not_attempted', 'retry'),
    http: out.number,
    code: out.optional(out.text),
    msg: out.optional(out.text),
    retryAfterS: out.optional(out.number),
    result: out.optional(written),
    current: out.optional(out.nullable(out.map(out.anything))),
  }),
  serverTime: out.text,
  epoch: out.text,
} as const
const pullAnswer = {
  scopes: out.list(out.text),
  changes: out.list({
    scope: out.text,
    entity: out.text,
    id: out.text,
    deleted: out.boolean,
    row: out.optional(out.map(out.anything)),
  }),
  cursors: out.map(out.nullable(out.text)),
  packs: out.optional(out.list({ feed: out.text, rows: out.number })),
  more: out.boolean,
  horizon: out.text,
  held: out.optional(out.boolean),
  epoch: out.text,
  serverTime: out.text,
} as const
const bundleIds = out.object({ heads: out.list(out.number), tails: out.text })
const bundleAnswer = {
  epoch: out.text,
  horizon: out.text,
  serverTime: out.text,
  ids: bundleIds,
  versions: out.list(out.number),
  columns: out.list(
    out.either(
      out.object({ name: out.text, kind: out.word('text'), values: out.list(out.nullable(out.text)) }),
      out.object({ name: out.text, kind: out.word('few'), values: out.list(out.anything), at: out.list(out.number) }),
      out.object({
        name: out.text,
        kind: out.word('link'),
        ids: bundleIds,
        names: out.list(out.nullable(out.text)),
        at: out.list(out.number),
      }),
    ),
  ),
  next: out.nullable(out.text),
} as const

const id = text({ zh: '编号', en: 'ID', required: true, max: 40 })

/** The counter of a phone, see `Counted`. */
const counted = {
  minted: integer({ zh: '已编号操作数', en: 'Operations numbered', min: 0, max: 2_000_000_000 }),
  waiting: integer({ zh: '最早待发操作', en: 'Oldest waiting operation', min: 0, max: 2_000_000_000 }),
}
const epoch = text({ zh: '已知的数据纪元', en: 'Known epoch', max: 40 })

export const push = call('sync.push', {
  zh: '上传离线操作',
  en: 'Send queued operations',
  module: 'tooling',
  method: 'POST',
  path: '/sync/push',
  may: 'session',
  writes: true,
  answers: plain(pushAnswer),
  bodyLimit: 512 * 1024,
  input: {
    deviceId: id,
    schema: integer({ zh: '协议版本', en: 'Contract version', required: true, min: 1, max: 9999 }),
    epoch,
    ...counted,
    ops: items({
      zh: '操作',
      en: 'Operations',
      required: true,
      max: 50,
      fields: {
        id,
        kind: text({ zh: '类型', en: 'Type', required: true, max: 60 }),
        schema: integer({ zh: '协议版本', en: 'Contract version', required: true, min: 1, max: 9999 }),
        lane: text({ zh: '通道', en: 'Lane', required: true, max: 120 }),
        deps: json({ zh: '依赖', en: 'Depends on' }),
        target: json({ zh: '对象', en: 'Target' }),
        baseVersion: integer({ zh: '基准版本', en: 'Base version', min: 0 }),
        baseOp: text({ zh: '前一操作', en: 'Preceding operation', max: 40 }),
        supersedes: text({ zh: '取代的操作', en: 'Replaces', max: 40 }),
        base: json({ zh: '修改前的值', en: 'Old values' }),
        body: json({ zh: '内容', en: 'Content' }),
        fp: text({ zh: '指纹', en: 'Fingerprint', required: true, max: 64, pattern: '^[0-9a-f]{64}$' }),
        occurredAt: text({ zh: '发生时间', en: 'Occurred', required: true, max: 40 }),
        skewMs: integer({ zh: '时钟偏差', en: 'Clock offset', required: true }),
        number: integer({ zh: '操作序号', en: 'Operation number', min: 1, max: 2_000_000_000 }),
      },
    }),
  },
})
const pulled = {
  cursors: text({ zh: '游标', en: 'Cursors', max: 400_000 }),
  limit: integer({ zh: '条数', en: 'Limit', min: 1, max: 2000 }),
  packs: integer({ zh: '可按包下载', en: 'Takes packs', min: 0, max: 1 }),
  linePacks: integer({ zh: '盘点明细可按包下载', en: 'Takes packs of check lines', min: 0, max: 1 }),
  deviceId: { ...id, required: false },
  epoch,
  ...counted,
}
export const pull = call('sync.pull', {
  zh: '下载变更',
  en: 'Fetch changes',
  module: 'tooling',
  method: 'GET',
  path: '/sync/pull',
  may: 'session',
  answers: plain(pullAnswer),
  input: pulled,
})
/** The same for cursors that are too many for an address. */
export const pullMany = call('sync.pullMany', {
  zh: '下载变更（游标较多）',
  en: 'Fetch changes behind many cursors',
  module: 'tooling',
  method: 'POST',
  path: '/sync/pull',
  may: 'session',
  answers: plain(pullAnswer),
  input: pulled,
})
export const bundle = call('sync.pack', {
  zh: '按包下载',
  en: 'Fetch a pack of rows',
  module: 'tooling',
  method: 'GET',
  path: '/sync/pack',
  may: 'session',
  answers: plain(bundleAnswer),
  input: {
    scope: text({ zh: '范围', en: 'Scope', required: true, max: 80 }),
    entity: text({ zh: '数据种类', en: 'Data type', required: true, max: 60 }),
    after: text({ zh: '上一包末行', en: 'Last row before', max: 40 }),
    rows: integer({ zh: '条数', en: 'Rows', min: 1, max: 10_000 }),
  },
})
export const blindCodes = call('sync.blindCodes', {
  zh: '盲盘编码摘要',
  en: 'Fetch hashed codes for a blind check',
  module: 'tooling',
  method: 'GET',
  path: '/sync/blind-codes',
  may: 'session',
  answers: plain({ epoch: out.text, salt: out.text, stamp: out.text, codes: out.optional(out.text) }),
  input: {
    check: text({ zh: '盘点任务', en: 'Check', required: true, max: 40 }),
    stamp: text({ zh: '已有版本', en: 'Held versions', max: 80 }),
  },
})
