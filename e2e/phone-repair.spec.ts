import { type BrowserContext, expect, type Page as Screen } from '@playwright/test'
import type { Card } from './harness/check.ts'
import { signIn } from './harness/desk-page.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { takeBackTooLate } from './harness/overtaken.ts'
import { personWith } from './harness/own-people.ts'
import { expectQueueEmpty, fieldsStored, online, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { queuedOps } from './harness/raw-queue.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }
const photo = 'public/icons/app-512.png'

// Every test takes a card that no other has reported; the ward has twenty.
test.use({ ...phoneScreen, hospital: 'with all its devices' })

interface Order {
  readonly id: string
  readonly version: number
  readonly orderNo: string
  readonly faultDescription: string
  readonly faultKind: string | null
  readonly isStopped: number
  readonly images: string[] | null
  readonly repairStatus: string
  readonly engineerName: string | null
  readonly diagnosis: string | null
  readonly labourHours: number | null
  readonly rating: number | null
}

let ward: Desk
let card: Card

test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, keeper)
})

const freeCard = freeCards(() => ward)
test.beforeEach(async () => {
  card = await freeCard()
})

const ordersWith = async (text: string): Promise<Order[]> => {
  const { records } = await ward.get<Page<Order>>('/eam/eventtyperepair/list', { keyword: text, size: '50' })
  return records.filter((order) => order.faultDescription === text)
}

const detail = (id: string): Promise<Order> => ward.get('/eam/eventtyperepair/detail', { id })

/** A report that the ward made at its desk. */
const report = async (text: string): Promise<string> => {
  const { id } = await ward.post<{ id: string }>('/eam/eventtyperepair/save', {
    deviceId: card.id,
    faultDescription: text,
    urgency: 'urgent',
  })
  return id
}

const typeCode = async (page: Screen, code: string): Promise<void> => {
  await page.getByLabel('输入编码').fill(code)
  await page.getByLabel('输入编码').press('Enter')
}

test('from a scanned card three taps and a sentence report a fault without a network; one order with its photo arrives', async ({
  page,
  context,
}) => {
  const text = `开机后屏幕不亮 ${Date.now()}`
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await fieldsStored(page)
  await page.reload()
  await expect(page.getByLabel('输入编码')).toBeVisible()
  await context.setOffline(true)
  await typeCode(page, card.deviceCode)
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '报修' }).click()
  await page.getByRole('textbox', { name: '故障描述' }).fill(text)
  await page.getByRole('button', { name: '电源/不开机' }).click()
  await page.getByRole('switch', { name: '设备已不能使用' }).click()
  await page.getByLabel('相册').setInputFiles(photo)
  await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
  await page.getByRole('button', { name: '提交报修' }).click()
  await expect(page.getByText('已保存在本机，待发送')).toBeVisible()
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await expect(page.getByRole('link', { name: /^离线 · 1 条待发送/ })).toBeVisible()
  expect(await ordersWith(text)).toEqual([])

  await openTab(page, '报修')
  await expect(page.getByRole('list', { name: '我报的' }).getByText(text)).toBeVisible()
  await page.goto(`/m/device/${card.id}`)
  await page.getByRole('main').getByRole('link', { name: '报修', exact: true }).click()
  await expect(page.getByText('这台设备已有未完成的报修')).toBeVisible()

  await context.setOffline(false)
  await expect.poll(async () => (await ordersWith(text)).length, { timeout: SETTLE_MS }).toBe(1)
  await expectQueueEmpty(page)
  const [order] = await ordersWith(text)
  const arrived = await detail(order?.id ?? '')
  expect(arrived).toMatchObject({ faultKind: 'power', isStopped: 1, repairStatus: 'reported' })
  expect(arrived.images).toHaveLength(1)
  const file = await context.request.get(`/api/file/${arrived.images?.[0]}`)
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const small = await context.request.get(`/api/file/${arrived.images?.[0]}?size=thumb`)
  expect([small.status(), small.headers()['content-type']]).toEqual([200, 'image/webp'])
  expect((await ward.get<{ eamStatus: string }>('/eam/device/detail', { id: card.id })).eamStatus).toBe('repairing')
})

test.describe('with a network', () => {
  test.use(online)

  test('missing values of a report show beside their fields', async ({ page }) => {
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await page.goto(`/m/repair/new/${card.id}`)
    await page.getByRole('button', { name: '提交报修' }).click()
    await expect(page.getByRole('alert')).toHaveText('故障描述不能为空')
    await expect(page.getByRole('textbox', { name: '故障描述' })).toBeFocused()
    // How urgent it is is asked before what takes longer.
    const top = async (label: string): Promise<number> => (await page.getByRole('group', { name: label }).boundingBox())!.y
    expect(await top('紧急程度')).toBeLessThan(await top('现场照片'))
  })

  test('what is said is written down; once the speech service is out of reach nothing offers it', async ({ page }) => {
    await page.addInitScript(() => {
      class Recogniser {
        onresult: ((event: object) => void) | null = null
        onerror: ((event: object) => void) | null = null
        onend: (() => void) | null = null
        start(): void {
          const { said } = window as { said?: string }
          setTimeout(() => {
            if (said === undefined) this.onerror?.({ error: 'network' })
            else this.onresult?.({ results: [[{ transcript: said }]] })
            this.onend?.()
          })
        }
        abort(): void {}
      }
      Object.assign(window, { webkitSpeechRecognition: Recogniser, SpeechRecognition: Recogniser })
    })
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await page.goto(`/m/repair/new/${card.id}`)
    const field = page.getByRole('textbox', { name: '故障描述' })
    await field.fill('开机')
    await page.evaluate(() => Object.assign(window, { said: '后有焦味' }))
    await page.getByRole('button', { name: '语音输入故障描述' }).click()
    await expect(field).toHaveValue('开机后有焦味')
    await page.evaluate(() => Object.assign(window, { said: undefined }))
    await page.getByRole('button', { name: '语音输入故障描述' }).click()
    await expect(page.getByText('语音输入需要联网')).toBeVisible()
    await expect(page.getByRole('button', { name: '语音输入故障描述' })).toBeHidden()
    await expect(field).toHaveValue('开机后有焦味')
  })

  test('text typed while a photo is prepared stays, and the report waits for the photo', async ({ page }) => {
    const text = `报警灯常亮 ${Date.now()}`
    await page.addInitScript(() => {
      const make = createImageBitmap.bind(window)
      const ready = new Promise((done) => Object.assign(window, { showPhotos: done }))
      Object.assign(window, { createImageBitmap: (file: Blob) => ready.then(() => make(file)) })
    })
    await page.goto('/m/')
    await signInPhone(page, keeper)
    await page.goto(`/m/repair/new/${card.id}`)
    await page.getByLabel('相册').setInputFiles(photo)
    await page.getByRole('textbox', { name: '故障描述' }).fill(text)
    await page.getByRole('button', { name: '提交报修' }).click()
    await expect(page.getByRole('alert')).toHaveText('照片还在处理，请稍候再提交')
    await page.evaluate(() => (window as unknown as { showPhotos: () => void }).showPhotos())
    await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: '故障描述' })).toHaveValue(text)
    await page.getByRole('button', { name: '提交报修' }).click()
    await expectQueueEmpty(page)
    const [order] = await ordersWith(text)
    expect((await detail(order?.id ?? '')).images).toHaveLength(1)
  })

  test('a refused step shows on the order, with the way to resolve it', async ({ page, server }) => {
    const text = `滤网堵塞 ${Date.now()}`
    const id = await report(text)
    await page.goto('/m/')
    await signInPhone(page, keeper)
    const notice = await takeBackTooLate(page, await openDesk(server.url, engineer), { id, text })
    await expect(page.getByText('已保存在本机，待发送')).toBeHidden()
    await notice.getByRole('link', { name: '打开队列' }).click()
    await expect(page.getByRole('heading', { name: '需要处理（1）' })).toBeVisible()
  })

  test('a reader opens a card without a touch; a room lists its devices; an unknown code offers actions', async ({ page }) => {
    await page.goto('/m/')
    await signInPhone(page, keeper)
    const room = await ward.get<{ locationName: string; qrToken: string }>('/eam/plc/location/detail', { id: card.locationId ?? '' })
    await reads(page, 'NOBODY-KNOWS-1')
    await expect(page.getByText('本机没有编码“NOBODY-KNOWS-1”')).toBeVisible()
    await expect(page.getByRole('link', { name: '搜索' })).toBeVisible()
    await reads(page, `https://old.example/m/c/${room.qrToken}`)
    await page.getByRole('link', { name: new RegExp(room.locationName) }).click()
    await expect(page.getByText(card.deviceCode)).toBeVisible()
    await openTab(page, '扫码')
    await expect(page.getByLabel('输入编码')).toBeVisible()
    await reads(page, card.deviceCode)
    await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  })
})

test('a second report of a device is offered as an addition to its open order, offline too', async ({ page, context }) => {
  const [text, more] = [`不开机 ${Date.now()}`, `有焦味 ${Date.now()}`]
  const id = await report(text)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.goto(`/m/repair/new/${card.id}`)
  const { orderNo } = await detail(id)
  await expect(page.getByText('这台设备已有未完成的报修')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: `补充到已有工单 ${orderNo}` }).click()
  await expect(page.getByRole('alert')).toHaveText('故障描述不能为空')
  await page.getByRole('textbox', { name: '故障描述' }).fill(more)
  await page.getByRole('button', { name: `补充到已有工单 ${orderNo}` }).click()
  await expect(page.getByRole('link', { name: /^离线 · 1 条待发送/ })).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await detail(id)).faultDescription, { timeout: SETTLE_MS }).toBe(`${text}\n${more}`)
  expect(await ordersWith(more)).toEqual([])
})

test('two reports of a device made offline are merged at the desk in one act, and both reporters see the order', async ({
  page,
  context,
  browser,
  baseURL,
  server,
}) => {
  const texts = [`不开机 ${Date.now()}`, `有焦味 ${Date.now()}`] as const
  const colleague = await personWith(server, ['科室资产管理员'])
  const site = { baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
  const other = await browser.newContext({ ...phoneScreen, ...site })
  const phones: readonly [BrowserContext, Screen, typeof keeper][] = [
    [context, page, keeper],
    [other, await other.newPage(), colleague],
  ]
  for (const [at, [own, phone, who]] of phones.entries()) {
    await phone.goto('/m/')
    await signInPhone(phone, who)
    await phone.goto(`/m/repair/new/${card.id}`)
    await phone.getByRole('textbox', { name: '故障描述' }).fill(texts[at]!)
    await own.setOffline(true)
    await phone.getByRole('button', { name: '提交报修' }).click()
    await expect(phone.getByText('已保存在本机，待发送')).toBeVisible()
  }
  const arrived = async (text: string): Promise<Order> => {
    await expect.poll(async () => (await ordersWith(text)).length, { timeout: SETTLE_MS }).toBe(1)
    return (await ordersWith(text))[0]!
  }
  await context.setOffline(false)
  const first = await arrived(texts[0])
  await other.setOffline(false)
  const second = await arrived(texts[1])

  const desk = await (await browser.newContext(site)).newPage()
  await signIn(desk, 'manager', `/eam/repair/${second.id}`)
  const record = desk.locator('.eam-record:visible')
  await record.locator('header').getByRole('button', { name: '更多' }).click()
  await desk.getByRole('menuitem', { name: '合并到其他工单' }).click()
  const asked = desk.getByRole('dialog', { name: '合并到其他工单' })
  await asked.getByLabel('合并到').fill(first.orderNo)
  await desk.locator('.ant-select-item-option:visible', { hasText: first.orderNo }).click()
  await asked.getByRole('button', { name: /^(确 ?定|OK)$/ }).click()
  await expect(record.getByRole('heading', { level: 1 })).toContainText('已取消')
  await expect(record.getByRole('region', { name: '维修进程' })).toContainText(first.orderNo)
  await record.getByRole('status').getByRole('link', { name: first.orderNo }).click()
  await expect(desk).toHaveURL(new RegExp(`/eam/repair/${first.id}$`))

  const merged = new RegExp(`${texts[0]}\\s+${second.orderNo} ${texts[1]}`)
  for (const [, phone] of phones) {
    await phone.goto(`/m/repair/new/${card.id}`)
    await phone.getByRole('link', { name: texts[0] }).click()
    await expect(phone.getByRole('main').getByText(merged)).toBeVisible()
  }
  // The notice leads the second reporter to the order that goes on, and so does their own order.
  const [, theirs] = phones[1]!
  await openTab(theirs, '消息')
  await theirs.getByRole('button', { name: new RegExp(`报修已合并到其他工单.*${first.orderNo}`) }).click()
  await expect(theirs).toHaveURL(new RegExp(`/m/repair/${first.id}$`))
  await expect(theirs.getByRole('main').getByText(merged)).toBeVisible()
  await theirs.goto(`/m/repair/${second.id}`)
  await theirs.getByRole('status').filter({ hasText: '已合并到' }).getByRole('link', { name: first.orderNo }).click()
  await expect(theirs).toHaveURL(new RegExp(`/m/repair/${first.id}$`))
  await expect(theirs.getByRole('main').getByText(merged)).toBeVisible()
  await other.close()
  await desk.context().close()
})

test('a report left by mistake is restored, until it is sent', async ({ page, context }) => {
  const text = `管路漏气 ${Date.now()}`
  const words = page.getByRole('textbox', { name: '故障描述' })
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.goto(`/m/repair/new/${card.id}`)
  await words.fill(text)
  await page.getByLabel('相册').setInputFiles(photo)
  await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
  await openTab(page, '消息')
  await page.goBack()
  await expect(words).toHaveValue(text)
  await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
  await page.reload()
  await expect(words).toHaveValue(text)
  await context.setOffline(true)
  await page.getByRole('button', { name: '提交报修' }).click()
  await expect(page.getByText('已保存在本机，待发送')).toBeVisible()
  await page.goto(`/m/repair/new/${card.id}`)
  await expect(words).toHaveValue('')
  await context.setOffline(false)
  await expect.poll(async () => (await ordersWith(text)).length, { timeout: SETTLE_MS }).toBe(1)
})

test('an engineer accepts, arrives, waits, goes on and finishes without a network; every step arrives in order', async ({
  page,
  context,
}) => {
  const text = `报警音无法关闭 ${Date.now()}`
  const id = await report(text)
  await page.goto('/m/')
  await signInPhone(page, engineer)
  await page.reload()
  await openTab(page, '报修')
  await page.getByRole('radio', { name: /待受理/ }).check()
  await page.getByRole('list', { name: '待受理' }).getByText(text).click()
  await expect(page.getByRole('button', { name: '受理' })).toBeVisible()
  await context.setOffline(true)
  const stands = (state: string) => expect(page.getByRole('main').getByText(state, { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: '受理' }).click()
  await stands('已受理')
  await page.getByRole('button', { name: '到场维修' }).click()
  await stands('维修中')
  await page.getByRole('button', { name: '待件' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: '原因' }).fill('等电源板')
  await sheet.getByRole('button', { name: '待件' }).click()
  await expect(page.getByText('等电源板')).toBeVisible()
  await page.getByRole('button', { name: '继续维修' }).click()
  await page.getByRole('button', { name: '完工' }).click()
  await sheet.getByRole('button', { name: '完工' }).click()
  await expect(sheet.getByText('故障诊断不能为空')).toBeVisible()
  await sheet.getByRole('textbox', { name: '故障诊断' }).fill('蜂鸣器短路')
  await sheet.getByRole('textbox', { name: '维修措施' }).fill('更换蜂鸣器')
  await sheet.getByLabel('工时').fill('1.5')
  await sheet.getByRole('button', { name: '添加更换配件' }).click()
  await sheet.getByLabel('配件名称').fill('蜂鸣器')
  await sheet.getByLabel('单价').fill('12.5')
  await sheet.getByRole('button', { name: '完工' }).click()
  await stands('待验收')
  expect((await detail(id)).repairStatus).toBe('reported')

  await context.setOffline(false)
  await expect.poll(async () => (await detail(id)).repairStatus, { timeout: SETTLE_MS }).toBe('finished')
  await expectQueueEmpty(page)
  expect(await detail(id)).toMatchObject({ engineerName: '李工', diagnosis: '蜂鸣器短路', labourHours: 1.5 })
  const { records: parts } = await ward.get<Page<{ partName: string; quantity: number; unitPrice: string }>>('/eam/repair-part/list', {
    repairId: id,
  })
  expect(parts.map(({ partName, quantity, unitPrice }) => [partName, quantity, unitPrice])).toEqual([['蜂鸣器', 1, '12.50']])
})

test('a step that is tapped twice is taken once', async ({ page, context }) => {
  const id = await report(`按键失灵 ${Date.now()}`)
  await page.goto('/m/')
  await signInPhone(page, engineer)
  await page.goto(`/m/repair/${id}`)
  const accept = page.getByRole('button', { name: '受理' })
  await expect(accept).toBeVisible()
  await context.setOffline(true)
  // Both before the page has drawn what the first one did.
  await accept.evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise((next) => setTimeout(next, 0))
    button.click()
  })
  await expect(page.getByRole('button', { name: '到场维修' })).toBeVisible()
  await page.getByRole('button', { name: '到场维修' }).click()
  await expect(page.getByRole('button', { name: '完工' })).toBeVisible()
  expect((await queuedOps(page)).map(({ kind }) => kind)).toEqual(['repairOrder.accept', 'repairOrder.arrive'])
})

test('the reporter of a finished repair gets a notice, reads it once, and accepts with stars', async ({ page, server, context }) => {
  const text = `流速偏差大 ${Date.now()}`
  const id = await report(text)
  const workshop = await openDesk(server.url, engineer)
  const step = async (name: string, more: object = {}): Promise<void> => {
    const { version } = await detail(id)
    await workshop.post(`/eam/eventtyperepair/${name}`, { id, version, ...more })
  }
  await step('accept')
  await step('arrive')
  await step('finish', { diagnosis: '滚轮磨损', measures: '更换滚轮' })
  const unread = async (): Promise<number> => (await ward.get<{ count: number }>('/osm/notice/unread-num')).count

  await page.goto('/m/')
  await signInPhone(page, keeper)
  const before = await unread()
  await expect(page.getByRole('link', { name: `消息 ${before} 条未读` })).toBeVisible()
  await openTab(page, '消息')
  await page
    .getByRole('list', { name: '消息' })
    .getByRole('button', { name: /维修完工，请验收/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  await expect.poll(unread, { timeout: SETTLE_MS }).toBe(before - 1)
  await expect(page.getByRole('link', { name: `消息 ${before - 1} 条未读` })).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: '验收' }).click()
  await page.getByRole('dialog').getByLabel('4', { exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: '验收' }).click()
  await expect(page.getByText('已保存在本机，待发送')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await detail(id)).repairStatus, { timeout: SETTLE_MS }).toBe('done')
  expect((await detail(id)).rating).toBe(4)
})

test('photos that another app shares wait for the report that the next scan begins', async ({ page }) => {
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.reload()
  await expect(page.getByLabel('输入编码')).toBeVisible()
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    const files = new DataTransfer()
    files.items.add(new File([blob as Blob], 'shared.png', { type: 'image/png' }))
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos' })
    input.files = files.files
    const form = Object.assign(document.createElement('form'), { action: '/m/share', method: 'post', enctype: 'multipart/form-data' })
    form.append(input)
    document.body.append(form)
    form.submit()
  })
  await expect(page.getByText('收到 1 张照片')).toBeVisible()
  await typeCode(page, card.deviceCode)
  await expect(page.getByRole('img', { name: '照片 1' })).toBeVisible()
})
