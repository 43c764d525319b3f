import { expect } from '@playwright/test'
import { labelReportKey } from '#contract/params.ts'
import { asOwner } from './harness/as-owner.ts'
import type { Card } from './harness/check.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { type RunningServer, startServer } from './harness/program.ts'
import { test } from './harness/server.ts'

const boss = { tenant: '100001', user: 'admin', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

let server: RunningServer
let desk: Desk
test.beforeAll(async () => {
  server = await startServer()
  const office = await openDesk(server.url, boss)
  await office.post('/blade-system/param/submit', { paramName: '扫码报修', paramKey: labelReportKey, paramValue: 'on' })
  desk = await openDesk(server.url, manager)
})
test.afterAll(() => server.stop())

/** The characters of the picture that was drawn last. */
const captchaAnswer = (): Promise<string> =>
  asOwner(server, async (client) => {
    await client.query(`select set_config('app.tenant', '000000', true)`)
    const { rows } = await client.query<{ answer: string }>('select answer from captcha order by id desc limit 1')
    return rows[0]!.answer
  })

interface Report {
  readonly id: string
  readonly description: string
}

test('a passer-by without an account reports a fault by the label, and the ward makes a repair order of it', async ({ browser }) => {
  const card: Card = await freeCards(() => desk)()
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
  })
  try {
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).protocol === 'data:' ? 'data:' : request.url()))
    await page.goto(`/m/c/${card.qrToken}`)
    await expect(page.getByRole('heading', { name: '设备报修' })).toBeVisible()
    await expect(page.getByText(card.deviceName)).toBeVisible()
    expect(asked.filter((url) => url !== 'data:')).toEqual([`${server.url}/m/c/${card.qrToken}`])
    expect(await page.evaluate(async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0)).toBe(0)
    const heights = await page.getByRole('textbox').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)

    await page.getByLabel('故障描述').fill('床旁没有声音')
    await page.getByLabel('您的姓名').fill('家属李先生')
    await page.getByLabel('回电号码').fill('13800000000')
    await page.getByLabel('验证码').fill('????')
    await page.getByRole('button', { name: '提交报修' }).click()
    await expect(page.getByRole('alert')).toHaveText('验证码不正确或已过期')
    await expect(page.getByLabel('故障描述')).toHaveValue('床旁没有声音')
    await page.getByLabel('验证码').fill(await captchaAnswer())
    await page.getByRole('button', { name: '提交报修' }).click()
    await expect(page.getByText('已收到您的报修')).toBeVisible()
    await page.goto(`/m/c/${card.qrToken}`)
    await expect(page.getByText(/^已于 \d\d:\d\d 报修$/)).toBeVisible()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Report a fault' })).toBeVisible()
    // The program is one press away.
    await page.getByRole('link', { name: 'Staff sign-in' }).click()
    await expect(page.getByLabel(/医院名称或编号|Hospital/)).toBeVisible()
  } finally {
    await context.close()
  }
  const { records } = await desk.get<Page<Report>>('/eam/label-report/list', { deviceId: card.id, reportState: 'waiting' })
  const found = records.find(({ description }) => description === '床旁没有声音')
  await desk.post('/eam/label-report/take-over', { id: found?.id })
  const orders = await desk.get<Page<{ faultDescription: string; repairStatus: string }>>('/eam/eventtyperepair/list', {
    deviceId: card.id,
  })
  expect(orders.records.filter(({ faultDescription }) => faultDescription === '床旁没有声音')).toHaveLength(1)
})

test('a phone with the program, but without a session, gets the page of the label', async ({ browser }) => {
  const card: Card = await freeCards(() => desk)()
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN', serviceWorkers: 'allow' })
  try {
    const page = await context.newPage()
    await page.goto('/m/sign-in')
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.goto(`/m/c/${card.qrToken}`)
    await expect(page.getByRole('heading', { name: '设备报修' })).toBeVisible()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Report a fault' })).toBeVisible()
    await page.getByRole('link', { name: 'Staff sign-in' }).click()
    await expect(page.getByLabel(/医院名称或编号|Hospital/)).toBeVisible()
    await context.setOffline(true)
    await page.goto(`/m/c/${card.qrToken}`)
    await expect(page.getByLabel(/医院名称或编号|Hospital/)).toBeVisible()
  } finally {
    await context.close()
  }
})
