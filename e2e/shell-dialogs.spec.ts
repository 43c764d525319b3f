import { expect } from '@playwright/test'
import { noAvatar } from '#contract/entities/identity/avatar.ts'
import { holdSession } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const picture = (name: string, mimeType: string, size: number) => {
  const buffer = Buffer.alloc(size, 7)
  buffer.writeUInt32BE(0xffd8ffe0, 0)
  return { name, mimeType, buffer }
}

test('[SHELL-PROFILE-2] [SHELL-TOP-7] [SHELL-VAL-AVATAR-1] [SHELL-VAL-AVATAR-2] the personal tab has five fields; the picture is a jpg or png of 500 kb at most and shows in the bar', async ({
  page,
}) => {
  await holdSession(page, 'keeper')
  await page.goto('/info/index')
  const form = page.locator('form.eam-form').filter({ has: page.getByLabel('姓名') })
  await expect(form.locator('.ant-form-item-label')).toHaveText(['头像', '姓名', '昵称', '手机号码', '邮箱'])
  const input = form.locator('input[type=file]')
  const face = page.getByRole('button', { name: /打开个人菜单/ }).locator('img')
  await expect(face).toHaveAttribute('src', noAvatar)
  await input.setInputFiles(picture('me.gif', 'image/gif', 100))
  await expect(page.getByText('头像只能是 jpg 或 png 图片')).toBeVisible()
  await input.setInputFiles(picture('me.jpg', 'image/jpeg', 501 * 1024))
  await expect(page.getByText('头像不能超过 500kb')).toBeVisible()
  await input.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
  })
  await expect(form.getByRole('button', { name: '删除' })).toBeVisible()
  await form.getByLabel('手机号码').fill('13800000001')
  const saved = page.waitForResponse((response) => response.url().includes('/blade-user/info'))
  await form.getByRole('button', { name: '保存' }).click()
  const { data } = (await (await saved).json()) as { data: { avatar: string } }
  expect(data.avatar).toMatch(/^\/api\/file\//)
  await expect(face).toHaveAttribute('src', data.avatar)
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})
