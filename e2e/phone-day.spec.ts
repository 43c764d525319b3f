import { expect } from '@playwright/test'
import { openDesk } from './harness/office.ts'
import { onlinePhone, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

interface Counted {
  readonly code: string
  readonly name: string
  readonly count: number
}

test.use(onlinePhone)

for (const user of ['keeper', 'engineer', 'manager'] as const)
  test(`the first page on the phone tells the repairs of the first page on the desk, as ${user} [SERVICE-HOME-1]`, async ({
    page,
    server,
  }) => {
    const person = { tenant: '100001', user, password: 'ward2026' }
    const desk = await openDesk(server.url, person)
    const isHeld = ({ code }: Counted): boolean => code.startsWith('service.')
    const wanted = (await desk.get<Counted[]>('/eam/home-page/processed')).filter(isHeld)
    expect(wanted.some(({ count }) => count > 0)).toBe(true)
    await page.goto('/m')
    await signInPhone(page, person)
    await page.goto('/m')
    // Those that are shown first: before the phone's data are read, every line is missing.
    for (const { name, count } of [...wanted].sort((one, other) => other.count - one.count)) {
      const line = page
        .getByRole('list', { name: '今天' })
        .getByRole('link')
        .filter({ has: page.getByText(name, { exact: true }) })
      // A line that stands for nothing is not shown.
      if (count > 0) await expect(line.locator('strong')).toHaveText(String(count))
      else await expect(line).toHaveCount(0)
    }
  })

test('who decides opens on their day, and the tab of scanning starts the camera', async ({ page }) => {
  await page.goto('/m')
  await signInPhone(page, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const camera = page.getByRole('region', { name: '相机画面' })
  await expect(page.getByRole('list', { name: '今天' })).toBeVisible()
  await expect(page.getByLabel('输入编码')).toBeVisible()
  await expect(camera).toHaveCount(0)
  await page.getByRole('link', { name: '扫码' }).click()
  await expect(camera).toBeVisible()
})
