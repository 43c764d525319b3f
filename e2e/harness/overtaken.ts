import { expect, type Locator, type Page } from '@playwright/test'
import type { Desk } from './office.ts'
import { SETTLE_MS } from './phone.ts'

/** The signed-in person takes a report back without a signal, while `engineer` accepts it; returns the page's word that the server did not take it. */
export async function takeBackTooLate(page: Page, engineer: Desk, { id, text }: { id: string; text: string }): Promise<Locator> {
  await page.goto(`/m/repair/${id}`)
  await expect(page.getByText(text)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '取消报修' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消报修' }).click()
  await expect(page.getByText('已保存在本机，待发送')).toBeVisible()
  await engineer.post('/eam/eventtyperepair/accept', { id })
  await page.context().setOffline(false)
  const notice = page.getByRole('alert').filter({ hasText: '没有被服务器接受' })
  await expect(notice).toBeVisible({ timeout: SETTLE_MS })
  return notice
}
