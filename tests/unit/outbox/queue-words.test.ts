import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '#contract/kit/words.ts'
import { phoneKinds } from '#src/app/phone-kinds.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import type { QueueItem } from '#src/data/outbox/store/queue-model.ts'
import { lostWith, markOf } from '#src/data/outbox/store/store-mark.ts'
import { editableFields } from '#src/features/tooling/queue/editable-fields.ts'
import { kindFacts, loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import '#src/app/queue-loaders.ts'
import { describeGroup, describeOp, differencesOf, groupsOf, photosOf } from '#src/features/tooling/queue/queue-words.ts'
import type { Speech } from '#src/words/words.ts'
import { phoneZh } from '#src/words/zh/phone.ts'
import { queueZh } from '#src/words/zh/queue.ts'
import { lab } from './lab.ts'

const speech: Speech = {
  language: 'zh',
  word: (key, values = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      String({ ...phoneZh, ...queueZh }[key as never] ?? key),
    ),
  say: (words) => say(words, 'zh'),
}
const op = (patch: Partial<Op>): Op => ({ target: { type: 'repairOrder', id: 'r1' }, body: {}, ...patch }) as Op
const line = '01900000-0000-7000-8000-000000000001'
const names = new Map([
  ['repairOrder r1', '监护仪 iMEC8'],
  ['checkTask c1', '年终盘点'],
  ['device d1', '监护仪 iMEC8'],
  ['device d2', '输液泵 P6'],
  ['checkLine l1', '呼吸机'],
  ['checkLine l1 code', 'B-12'],
  ['checkLine l1 place', '3F 护士站'],
  [`checkLine ${line}`, '输液泵'],
])

beforeAll(loadQueueFacts)

describe('a record in words, from the contract', () => {
  it('has words for every kind that the phone may queue', () => {
    const spoken = [...phoneKinds.keys()].filter((kind) => kind !== 'op.discarded' && kind !== 'file.put')
    expect(spoken.filter((kind) => kindFacts(kind) === undefined)).toEqual([])
  })

  it('says what is done to what', () => {
    expect(describeOp(op({ kind: 'repairOrder.submit', body: { deviceId: 'd1' } }), names, speech).what).toBe('报修 · 监护仪 iMEC8')
    expect(describeOp(op({ kind: 'repairOrder.arrive' }), names, speech).what).toBe('到场维修 · 监护仪 iMEC8')
    const target = { type: 'checkTask', id: 'c1' }
    expect(describeOp(op({ kind: 'check.scan', target, body: { code: 'A-1' } }), names, speech)).toEqual({
      what: '盘点扫描 · A-1',
      where: '任务：年终盘点',
    })
    expect(describeOp(op({ kind: 'check.scan', target, body: { lineId: 'l1' } }), names, speech).what).toBe(
      '盘点扫描 · 呼吸机 B-12 · 3F 护士站',
    )
    // The lane of a scanned code names the row of the list that the phone took it for.
    const scanned = { kind: 'check.scan', target, lane: `inv:c1:${line}`, body: { code: 'A-1' } }
    expect(describeOp(op(scanned), names, speech).what).toBe('盘点扫描 · 输液泵')
    expect(describeOp(op({ kind: 'check.withdraw', target, lane: 'inv:c1:A:1', body: { ids: ['s1'] } }), names, speech).what).toBe(
      '撤回盘点记录 · A:1',
    )
    const found = { kind: 'check.addSurplus', target, lane: 'inv:c1:Z-9', body: { deviceName: '轮椅', code: 'Z-9' } }
    expect(describeOp(op(found), names, speech).what).toBe('登记盘盈 · 轮椅 Z-9')
    expect(describeOp(op({ kind: 'future.thing' }), names, speech).what).toBe('一条记录')
    expect(photosOf({ photos: { all: 2, left: 2 } }, speech.word)).toBe('2 张照片')
    expect(photosOf({ photos: { all: 2, left: 1 } }, speech.word)).toBe('照片已送达 1/2')
  })

  it('groups the records of one check or order, in the order in which they were made', () => {
    const target = { type: 'checkTask', id: 'c1' }
    const items = [
      op({ kind: 'check.scan', target }),
      op({ kind: 'repairOrder.accept' }),
      op({ kind: 'check.scan', target }),
      op({ kind: 'check.addSurplus', target }),
    ].map((one) => ({ op: one }) as QueueItem)
    const groups = groupsOf(items)
    expect(groups.map(({ key, items }) => [key, items.length])).toEqual([
      ['checkTask c1', 3],
      ['repairOrder r1', 1],
    ])
    expect(describeGroup(groups[0]!, names, speech)).toEqual({ what: '年终盘点', kinds: '盘点扫描 2 条 · 登记盘盈 1 条' })
  })

  it('[F25] shows both values of a conflict with labels, choice words and names of links', () => {
    const body = { deviceId: 'd1', faultDescription: '黑屏', urgency: 'urgent', isStopped: 1 }
    const current = { deviceId: 'd2', faultDescription: '黑屏', urgency: 'normal', isStopped: 0, version: 3 }
    expect(differencesOf(op({ kind: 'repairOrder.submit', body, current }), names, speech)).toEqual([
      { name: 'device', label: '设备', mine: '监护仪 iMEC8', theirs: '输液泵 P6' },
      { name: 'urgency', label: '紧急程度', mine: '紧急', theirs: '一般' },
      { name: 'isStopped', label: '设备已不能使用', mine: '是', theirs: '否' },
    ])
    expect(differencesOf(op({ kind: 'repairOrder.accept', current: { repairStatus: 'cancelled' } }), names, speech)).toEqual([
      { name: 'repairStatus', label: '状态', mine: '已受理', theirs: '已取消' },
    ])
  })

  it('lets a person rewrite what is typed, not what it is about', () => {
    const fields = Object.keys(editableFields(op({ kind: 'repairOrder.submit' })))
    expect(fields).toContain('faultDescription')
    expect(fields).not.toContain('device')
    expect(fields).not.toContain('images')
    expect(Object.keys(editableFields(op({ kind: 'repairOrder.accept' })))).toEqual([])
    // A day that the server refused is corrected, and what was typed beside it stays.
    expect(Object.keys(editableFields(op({ kind: 'maintainOrder.finish' })))).toContain('doneOn')
    expect(Object.keys(editableFields(op({ kind: 'measureRecord.finish' })))).toEqual(expect.arrayContaining(['measuredOn', 'validUntil']))
  })
})

describe('[F54] a store that the browser removed', () => {
  it('is noticed by another device id, with how much had not arrived', async () => {
    const { write, store } = await lab()
    await write()
    await write()
    const mark = markOf(await store.read())
    expect(mark).toMatchObject({ seq: 2, waiting: 2 })
    expect(lostWith(await store.read(), mark)).toBeUndefined()
    const fresh = await lab()
    expect(lostWith(await fresh.store.read(), mark)).toBe(2)
    expect(lostWith(await fresh.store.read(), undefined)).toBeUndefined()
    const unused = await fresh.store.read()
    expect(markOf({ ...unused, meta: { ...unused.meta, deviceId: '' } })).toBeUndefined()
  })
})
