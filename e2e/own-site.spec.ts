import { expect } from '@playwright/test'
import { test } from './harness/server.ts'

test('no address of ours sends a browser to another site, whichever body it asks for', async ({ page, server }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  for (const path of [
    '//evil.example/x?body=desk',
    '/\\evil.example/x?body=desk',
    '/.//evil.example/x?body=desk',
    '//evil.example/x?body=phone',
  ]) {
    const answer = await page.goto(server.url + path)
    expect([path, answer?.status()]).toEqual([path, 404])
    await page.waitForLoadState()
    expect(new URL(page.url()).origin).toBe(server.url)
  }
  await page.goto(`${server.url}/login?body=desk`)
  await expect(page.getByLabel('账号')).toBeVisible()
  expect([...hosts]).toEqual([new URL(server.url).host])
})
