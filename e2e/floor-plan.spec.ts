import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { holdSession } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { phoneScreen, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }
interface Place {
  readonly id: string
  readonly locationName: string
}

const paper = () =>
  sharp({ create: { width: 800, height: 500, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

/** A floor without a plan, with a room that the book has devices in, and how many. */
async function floorWithDevices(url: string) {
  const desk = await openDesk(url, manager)
  const floors = (await desk.get<Rows<Place>>('/eam/plc/location/list', { level: 'floor', size: '200' })).records
  for (const floor of floors) {
    const view = await desk.get<{ plan: unknown; rooms: { id: string; name: string; devices: { count: number }[] }[] }>(
      '/eam/plc/floor-plan/view',
      { locationId: floor.id },
    )
    const room = view.rooms.find(({ devices }) => devices.length > 0)
    if (!view.plan && room && view.rooms.length > 1)
      return {
        desk,
        floor,
        room,
        count: room.devices.reduce((sum, { count }) => sum + count, 0),
        other: view.rooms.find((one) => one !== room)!,
      }
  }
  throw new Error('no floor has a room with devices')
}

const surface = (page: Page): Locator => page.getByRole('application')
const press = async (page: Page, x: number, y: number): Promise<void> => {
  const box = (await surface(page).boundingBox())!
  await surface(page).click({ position: { x: box.width * x, y: box.height * y } })
}
const save = async (page: Page): Promise<void> => {
  const answer = page.waitForResponse((one) => one.url().includes('/floor-plan/submit'))
  await page.getByRole('button', { name: /保\s?存/ }).click()
  await answer
}

test('a room is drawn on the picture of its floor and shows how many devices it has; a conflict loses nothing', async ({
  page,
  server,
}) => {
  const { desk, floor, room, count, other } = await floorWithDevices(server.url)
  await holdSession(page, 'manager')
  await page.goto(`/form/eam/floor-plan?location=${floor.id}`)
  await expect(page.getByText('该楼层暂无平面图')).toBeVisible()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: '图.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 '.padEnd(64, '.')) })
  await expect(page.getByText('只能上传jpg、png、webp文件')).toBeVisible()
  await input.setInputFiles({ name: '图.png', mimeType: 'image/png', buffer: await paper() })
  const rooms = page.getByRole('list', { name: '房间' })
  const entry = (name: string) =>
    rooms
      .getByRole('button')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
  await expect(entry(room.name)).toContainText(`${count} 台设备`)

  await page.getByRole('button', { name: '绘制房间' }).click()
  await entry(room.name).click()
  await page.getByRole('button', { name: '绘制', exact: true }).click()
  for (const [x, y] of [
    [0.1, 0.1],
    [0.4, 0.1],
    [0.4, 0.5],
    [0.1, 0.5],
  ] as const)
    await press(page, x, y)
  // Near the first point the outline is closed.
  await press(page, 0.102, 0.102)
  await expect(page.locator('.eam-plan-room')).toHaveCount(1)
  // A corner is moved from the keyboard, and the move taken back.
  const corner = page.getByRole('button', { name: /^第 1 个点/ })
  const before = await page.locator('.eam-plan-room').getAttribute('points')
  await corner.press('ArrowRight')
  await expect(page.locator('.eam-plan-room')).not.toHaveAttribute('points', before!)
  await page.getByRole('button', { name: /撤\s?回/ }).click()
  await expect(page.locator('.eam-plan-room')).toHaveAttribute('points', before!)

  // Someone else saves the plan first: what is drawn stays, and is saved on top of theirs.
  const { plan } = await desk.get<{ plan: { id: string } }>('/eam/plc/floor-plan/view', { locationId: floor.id })
  await desk.post('/eam/plc/floor-plan/submit', { id: plan.id, rooms: [{ roomId: other.id, outline: '0.6,0.6 0.9,0.6 0.9,0.9' }] })
  await expect(page.getByRole('button', { name: /保留我的|保留/ })).toBeVisible()
  await page.getByRole('button', { name: /保留我的|保留/ }).click()
  await expect(page.locator('.eam-plan-room')).toHaveCount(2)
  await save(page)
  await expect(page.getByText('已保存，共绘制 2 个房间')).toBeVisible()

  // The page as who comes later sees it.
  await page.reload()
  await expect(page.locator('.eam-plan-name').filter({ hasText: room.name })).toContainText(String(count))
  await page.locator('.eam-plan-room').first().click()
  await expect(
    page
      .getByRole('region', { name: /的设备$/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
})

test('a room is drawn from the keyboard alone', async ({ page, server }) => {
  const { desk, floor, room } = await floorWithDevices(server.url)
  await holdSession(page, 'manager')
  await page.goto(`/form/eam/floor-plan?location=${floor.id}`)
  await page.locator('input[type=file]').setInputFiles({ name: '图.png', mimeType: 'image/png', buffer: await paper() })
  await page.getByRole('button', { name: '绘制房间' }).press('Enter')
  await page
    .getByRole('list', { name: '房间' })
    .getByRole('button')
    .filter({ has: page.getByText(room.name, { exact: true }) })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: '绘制', exact: true }).press('Enter')
  await expect(surface(page)).toBeFocused()
  for (const key of ['Space', 'Shift+ArrowRight', 'Space', 'Shift+ArrowDown', 'Space', 'Enter']) await page.keyboard.press(key)
  await expect(page.locator('.eam-plan-room')).toHaveCount(1)
  await save(page)
  const view = await desk.get<{ rooms: { id: string; outline: string | null }[] }>('/eam/plc/floor-plan/view', { locationId: floor.id })
  expect(view.rooms.find(({ id }) => id === room.id)?.outline).toBe('0.5,0.5 0.55,0.5 0.55,0.55')
})

/** The floor of the demo whose plan is drawn, with its rooms. */
async function drawnFloor(url: string) {
  const desk = await openDesk(url, manager)
  const { records } = await desk.get<Rows<{ floorId: string; planTitle: string }>>('/eam/plc/floor-plan/list', { planTitle: '住院楼 3层' })
  const { floorId } = records[0]!
  const view = await desk.get<{ floorName: string; rooms: { id: string; name: string; outline: string | null }[] }>(
    '/eam/plc/floor-plan/view',
    { locationId: floorId },
  )
  return { floorId, ...view }
}

/** Whether the picture of the plan is shown. */
const isPictured = (within: Locator): Promise<boolean> =>
  within.locator('.eam-plan-stage img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('the plan of the demo has every room of its floor, and is printed with them', async ({ page, server }) => {
  const { floorId, floorName, rooms } = await drawnFloor(server.url)
  expect(rooms.length).toBeGreaterThan(5)
  expect(rooms.every(({ outline }) => outline !== null)).toBe(true)
  await holdSession(page, 'manager')
  await page.goto(`/form/eam/floor-plan?location=${floorId}`)
  await page.getByRole('link', { name: '打印' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '楼层平面图及房间设备清单' })).toBeVisible()
  const sheet = page.locator('.eam-print-sheet')
  await expect(sheet).toContainText(floorName)
  await expect(sheet.locator('.eam-plan-room')).toHaveCount(rooms.length)
  await expect(sheet.getByRole('row')).toHaveCount(rooms.length + 2)
  await expect.poll(() => isPictured(sheet)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: '返回平面图' })).toBeHidden()
  await expect(sheet.locator('.eam-plan-stage img')).toBeVisible()
})

test('the printed plan without a floor leads to the floors, as the plan does', async ({ page }) => {
  await holdSession(page, 'manager')
  for (const address of ['/form/eam/floor-plan', '/form/eam/floor-plan-print']) {
    await page.goto(address)
    await expect(page.getByText('尚未选择楼层').locator('visible=true')).toBeVisible()
    await expect(page.getByRole('link', { name: /选择楼层/ })).toBeVisible()
  }
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('the plan of a room that was opened with a signal is there without one', async ({ page, server }) => {
    const { rooms } = await drawnFloor(server.url)
    await page.goto('/m/')
    await signInPhone(page, { tenant: '100001', user: 'keeper', password: 'ward2026' })
    const answer = page.waitForResponse((one) => one.url().includes('/floor-plan/view'))
    const picture = page.waitForResponse((one) => /\/api\/file\//.test(one.url()))
    await page.goto(`/m/room/${rooms[0]!.id}`)
    await answer
    await (await picture).finished()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: '平面图' }).click()
    await expect(page.getByText(/^没有信号，显示 .+ 保存的平面图$/)).toBeVisible()
    await expect(page.locator('.eam-plan-room')).toHaveCount(rooms.length)
    await expect.poll(() => isPictured(page.locator('body'))).toBe(true)
  })

  test('a plan that was being looked at stays with its picture when the signal goes', async ({ page, server }) => {
    const { rooms } = await drawnFloor(server.url)
    await page.goto('/m/')
    await signInPhone(page, { tenant: '100001', user: 'keeper', password: 'ward2026' })
    await page.goto(`/m/plan/${rooms[0]!.id}`)
    await expect(page.locator('.eam-plan-room')).toHaveCount(rooms.length)
    await expect.poll(() => isPictured(page.locator('body'))).toBe(true)
    await expect(page.getByText(/^没有信号/)).toHaveCount(0)
    await page.context().setOffline(true)
    await expect(page.getByText(/^没有信号，显示 .+ 保存的平面图$/)).toBeVisible()
    await expect(page.locator('.eam-plan-stage img')).toHaveAttribute('src', /^blob:/)
    await expect.poll(() => isPictured(page.locator('body'))).toBe(true)
    await page.context().setOffline(false)
    await expect(page.getByText(/^没有信号/)).toHaveCount(0)
    await expect(page.locator('.eam-plan-room')).toHaveCount(rooms.length)
  })
})
