import { expect, test } from 'vitest'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { changeSentence, noValue } from '#contract/kit/entity/history.ts'
import type { HistoryEvent } from '#src/data/hooks.ts'
import { minutesOf } from '#src/kit/record/history-event.tsx'

test('a change reads as a sentence: a first value is set, a last one cleared', () => {
  const urgency = { label: '紧急程度', from: '一般', to: '紧急' }
  expect(changeSentence(urgency, 'zh')).toBe('紧急程度从 一般 改为 紧急')
  expect(changeSentence({ ...urgency, from: noValue }, 'zh')).toBe('紧急程度设为 紧急')
  expect(changeSentence({ ...urgency, to: noValue }, 'zh')).toBe('紧急程度已清除（原为 一般）')
  const line = { field: 'lines.0', label: '入库明细', from: noValue, to: '探头，数量 2' }
  expect(changeSentence(line, 'zh')).toBe('入库明细新增：探头，数量 2')
  expect(changeSentence({ ...line, from: line.to, to: noValue }, 'zh')).toBe('入库明细删除：探头，数量 2')
  expect(changeSentence({ label: 'Urgency', from: noValue, to: 'High' }, 'en')).toBe('Urgency set to High')
  expect(changeSentence({ label: 'Urgency', from: 'Low', to: 'High' }, 'en')).toBe('Urgency changed from Low to High')
})

const event = (operationType: string, minute: number, offline: string | null = null): HistoryEvent =>
  ({ operationType, time: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(), offline }) as HistoryEvent

test('a step that counts its time says how long it took since the state before; acts in between do not count', () => {
  const course = [event('arrive', 32), event('remind', 25), event('accept', 20), event('add', 0)]
  expect(course.map((_, at) => minutesOf(repairOrder, course, at))).toEqual([12, undefined, 20, undefined])
  expect(minutesOf(repairOrder, [event('arrive', 32, '离线操作'), event('accept', 20)], 0)).toBeUndefined()
  expect(minutesOf(repairOrder, [event('arrive', 32)], 0)).toBeUndefined()
  expect(minutesOf(deviceUse, [event('handOut', 9), event('add', 0)], 0)).toBeUndefined()
})
