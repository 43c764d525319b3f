import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { byRole, click, openDesk, until } from '#tests/harness/desk.tsx'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const add = async (path: string, body: object): Promise<string> => {
  const answer = await admin.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}

const floors = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.eam-board-buildings button')]
const floor = (name: string): HTMLElement => floors().find((one) => one.querySelector('span')?.textContent === name)!
const shown = (): (string | null | undefined)[] =>
  floors().flatMap((one) => (one.getAttribute('aria-pressed') === 'true' ? [one.querySelector('span')?.textContent] : []))
const rooms = (): (string | null)[] =>
  [...document.querySelectorAll('.eam-board-rooms a, .eam-board-rooms span')].map((one) => one.textContent)

test('a floor that a person chose stays until the next one has its turn, and does not come back with that turn', async () => {
  const campus = await add('/eam/plc/location/submit', { locationName: '东院', level: 'courtyard' })
  const building = await add('/eam/plc/location/submit', { locationName: '门诊楼', level: 'building', parentId: campus })
  for (const locationName of ['1层', '2层']) {
    const locationId = await add('/eam/plc/location/submit', { locationName, level: 'floor', parentId: building })
    await add('/eam/device/submit', { deviceName: `${locationName}输液泵`, useDeptId: home.depts.bones, locationId })
    await add('/eam/plc/location/submit', { locationName: `${locationName}诊室`, level: 'room', parentId: locationId })
  }
  await add('/eam/device/submit', { deviceName: '大厅轮椅', useDeptId: home.depts.bones, locationId: building })
  const desk = await openDesk(app, admin, '/datav/map')
  await desk.find('main', '院区地图')
  const shows = (name: string) => until(() => shown().join() === name, `${name} on the board`)
  // The highest floor has the first turn.
  await shows('2层')
  await until(() => rooms().join() === '2层诊室', 'the rooms of the floor')
  click(floor('1层'))
  await shows('1层')
  await until(() => rooms().join() === '1层诊室', 'the rooms of the chosen floor')
  const next = (): void => click(byRole('button', '下一页')!)
  next()
  await until(() => document.querySelector('.eam-board-pager')?.textContent === '2 / 2', 'the second turn')
  await shows('1层')
  next()
  await shows('2层')
  // A building has no rooms to show.
  expect(floor('门诊楼').hasAttribute('disabled')).toBe(true)
})
