import { expect, type Page as Screen } from '@playwright/test'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { holdSession } from './harness/desk-page.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const account = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })
const today = homeDay(new Date())

let office: Desk
let ward: Desk
test.beforeAll(async ({ server }) => {
  office = await openDesk(server.url, account('manager'))
  ward = await openDesk(server.url, account('keeper'))
})
const freeCard = freeCards(() => ward)

const made = async (path: string, body: object): Promise<string> => (await office.post<{ id: string }>(path, body)).id

/** A template with one point, 400 mL by at most 20, and a tester with a valid certificate. */
async function prepared(): Promise<{ templateId: string; testerId: string }> {
  const points = [{ pointCode: '1', quantity: '潮气量', unit: 'mL', setValue: 400, toleranceAbs: 20 }]
  const cycle = { controlCycle: 1, controlCycleUnit: 'year' }
  const templateId = await made('/eam/quality-template/submit', { templateName: `质控 ${Date.now()}`, ...cycle, points })
  const testerId = await made('/eam/device/submit', { deviceName: `气流分析仪 ${Date.now()}` })
  const kind = { deviceId: testerId, measureKind: 'calibration' }
  await office.post('/eam/devicecardmeasure/submit', { ...kind, measureCycle: 1, measureCycleUnit: 'year' })
  const certificate = {
    measuredOn: daysAfter(today, -20),
    validUntil: daysAfter(today, 300),
    certificateNo: `C-${Date.now()}`,
    result: 'passed',
  }
  await office.post('/eam/eventtypemeasure/supplement', { ...kind, ...certificate })
  return { templateId, testerId }
}

/** Enters the value of a draft on its page and finishes it. */
async function control(page: Screen, id: string, value: string): Promise<void> {
  await page.goto(`/eam/quality-control/${id}`)
  const values = page.getByRole('region', { name: '录入测量值' })
  await values.getByRole('spinbutton').fill(value)
  await values.getByRole('button', { name: '保存' }).click()
  await expect(values.getByText(/合格/).first()).toBeVisible()
  await page.getByRole('button', { name: '完成质控' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确定|完成质控/ })
    .click()
  await expect(values).toHaveCount(0)
}

test('a control that failed stops a device, at the desk and on a phone, until its next pass', async ({ page, browser, server }) => {
  const card = await freeCard()
  const { templateId, testerId } = await prepared()
  const draft = (): Promise<string> =>
    made('/eam/quality-control/submit', { deviceId: card.id, templateId, controlledOn: today, testers: [{ testerId }] })
  const stands = async (): Promise<string> => (await office.get<{ eamStatus: string }>('/eam/device/detail', { id: card.id })).eamStatus
  const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const nurse = await context.newPage()
  await nurse.goto('/m/')
  await signInPhone(nurse, account('keeper'))
  await nurse.goto(`/m/device/${card.id}`)
  await expect(nurse.getByRole('heading', { name: card.deviceName })).toBeVisible()
  const stopped = nurse.getByRole('alert').filter({ hasText: '质控' })
  await expect(stopped).toHaveCount(0)

  await holdSession(page, 'manager')
  await control(page, await draft(), '500')
  expect(await stands()).toBe('idle')
  await expect(stopped.first()).toBeVisible({ timeout: SETTLE_MS })
  await page.goto(`/eam/device?open=${card.id}`)
  await expect(page.getByText(/质控不合格/).first()).toBeVisible()

  await control(page, await draft(), '401')
  expect(await stands()).toBe('in_use')
  await expect(stopped).toHaveCount(0, { timeout: SETTLE_MS })
  await context.close()
})
