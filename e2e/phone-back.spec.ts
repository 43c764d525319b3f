import { expect } from '@playwright/test'
import { onlinePhone, openTab, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }

test.use(onlinePhone)

test('one step back closes the sheet that is open, and the next one leaves the page; a sheet closed otherwise needs none', async ({
  page,
}) => {
  const sheet = page.getByRole('dialog', { name: '扫码枪设置' })
  const opened = async (): Promise<void> => {
    await page.getByRole('button', { name: '扫码枪设置' }).click()
    await expect(sheet).toBeVisible()
  }
  await page.goto('/m/')
  await signInPhone(page, keeper)
  await openTab(page, '消息')
  await openTab(page, '扫码')
  for (const time of [1, 2]) {
    await test.step(`closed by a step back, time ${time}`, async () => {
      await opened()
      await page.goBack()
      await expect(sheet).toBeHidden()
      await expect(page.getByLabel('输入编码')).toBeVisible()
    })
  }
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '消息' })).toBeVisible()

  await openTab(page, '扫码')
  await opened()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await expect(sheet).toBeHidden()
  await openTab(page, '我的')
  await page.goBack()
  await expect(page.getByLabel('输入编码')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '消息' })).toBeVisible()
})
