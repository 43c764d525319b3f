import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceClass } from '#contract/entities/asset/device/device-class.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { columnOf, orderKinds } from '#contract/kit/entity/order-kind.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { machinesOf, moduleFacts } from '#contract/registry.ts'
import { agoText } from '#src/kit/kanban/ago-text.ts'
import { headingOf, shownBoard, sinceOf } from '#src/kit/kanban/board-facts.ts'
import { columnTowards } from '#src/kit/kanban/board-keys.ts'
import { openSteps, targetsOf } from '#src/kit/kanban/moves.ts'

const order = viewOf(repairOrder)
const row = (more: object) => ({ id: '1', repairStatus: 'reported', orderNo: 'WX-1', ...more })

test('a card may move where an open step leads; steps that stay or go back have no column', () => {
  const rights = Object.values(repairFlow.steps).flatMap(({ may }) => may ?? [])
  const targets = targetsOf(repairFlow, row({}), openSteps(order, row({}), rights))
  expect(Object.fromEntries(targets)).toEqual({ accepted: ['accept'], assigned: ['assign', 'assignTeam'], cancelled: ['cancel', 'merge'] })
  expect(openSteps(order, row({}), [])).toEqual([])
  // What the server says of the row counts more than rights.
  expect(openSteps(order, row({ can: ['accept'] }), rights)).toEqual(['accept'])
  expect([...targetsOf(deviceState, { id: '1', eamStatus: 'idle' }, ['unseal']).keys()]).toEqual([])
})

test('a card is named by its device and fault, and says the newest of its times', () => {
  const shown = shownBoard(order)
  const named = row({ deviceId: '2', deviceName: '输液泵', faultDescription: '屏幕不亮' })
  expect(headingOf(order, shown, named, 'zh')).toBe('输液泵 · 屏幕不亮')
  expect(headingOf(order, shown, row({}), 'zh')).toBe('WX-1')
  const created = { createTime: '2026-01-01T00:00:00Z' }
  expect(sinceOf(shown, row(created))).toBe(created.createTime)
  const times = { reportedAt: '2026-01-01T09:00:00+08:00', acceptedAt: '2026-01-01T02:00:00Z', finishedAt: null }
  expect(sinceOf(shown, row({ ...created, ...times }))).toBe(times.acceptedAt)
  expect(sinceOf(shownBoard(viewOf(device)), { id: '1', ...created })).toBeUndefined()
})

test('what the hospital hides is on no card and makes no lanes', () => {
  const { engineer: _, urgency: __, ...fields } = order.fields
  const shown = shownBoard({ ...order, fields } as typeof order)
  expect(shownBoard(order).lanes).toEqual(['useDept', 'reporter', 'engineer', 'team'])
  expect(shown.lanes).toEqual(['useDept', 'reporter', 'team'])
  expect(shown.shows).not.toContain('urgency')
})

test('boards belong to entities with states, and those without a declaration follow the list', () => {
  const declared = moduleFacts.flatMap(({ boards = [] }) => boards.map((one) => one.entity))
  const entities = moduleFacts.flatMap((module) => module.entities ?? [])
  expect(new Set(declared).size).toBe(declared.length)
  for (const name of declared) expect(machinesOf(entities.find((of) => of.name === name)!)).not.toEqual([])
  const usual = shownBoard(viewOf(deviceClass))
  expect(usual.heading).toEqual([deviceClass.title])
  expect(usual.shows.length).toBeLessThanOrEqual(4)
})

test('arrow keys choose the next column that takes the card', () => {
  const isTarget = (state: string): boolean => state === 'a' || state === 'd'
  expect(columnTowards('ArrowRight', ['a', 'b', 'c', 'd'], isTarget, 'b')).toBe('d')
  expect(columnTowards('ArrowLeft', ['a', 'b', 'c', 'd'], isTarget, 'd')).toBe('a')
  expect(columnTowards('ArrowRight', ['a', 'b', 'c', 'd'], isTarget, 'd')).toBeUndefined()
})

test('a moment is said in its largest unit, and less than a minute as now', () => {
  const before = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()
  expect([20, 100, 7300, 200_000].map((seconds) => agoText(before(seconds), 'zh'))).toEqual(['刚刚', '1分钟前', '2小时前', '2天前'])
  expect([-5, 20, 100, 200_000].map((seconds) => agoText(before(seconds), 'en'))).toEqual([
    'Just now',
    'Just now',
    '1 minute ago',
    '2 days ago',
  ])
})

test('an order that phones keep as open stands on the dispatch board in each of its states', () => {
  const open = orderKinds.flatMap((kind) => {
    const states = kind.state === undefined ? [] : (kind.of.offline?.states?.[kind.state] ?? [])
    return states.map((state) => [`${kind.name} ${state}`, columnOf(kind, { [kind.state!]: state })] as const)
  })
  expect(open.filter(([, column]) => column === undefined)).toEqual([])
  expect(Object.fromEntries(open)).toMatchObject({ 'measureRecord returned': 'working', 'maintainOrder due': 'waiting' })
})
