import { lazy } from 'react'
import { expect, test } from 'vitest'
import { offerParts } from '#src/kit/parts.tsx'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, click, openDesk, rows, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()

/** Whether the page shows an element: what waits for code is kept, but hidden. */
const isShown = (element: HTMLElement): boolean => element.isConnected && element.closest('[style*="display: none"]') === null

test('a list stays in view when a row is chosen before the code of its acts has arrived', async () => {
  let arrive: () => void = () => {}
  const code = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const Late = lazy(async () => {
    await code
    return { default: () => <button type="button">迟到的操作</button> }
  })
  offerParts([{ at: 'device.list', name: 'late', Part: Late }])
  const desk = await openDesk(app, await app.signIn('100001', 'manager', 'ward2026'), '/eam/device')
  await until(() => rows().length > 0, 'rows')
  const [row] = rows()
  click(byRole('checkbox', undefined, row)!)
  await desk.see('已选 1')
  expect(isShown(row!)).toBe(true)
  expect(byRole('button', '迟到的操作')).toBeUndefined()
  arrive()
  await desk.find('button', '迟到的操作')
  expect(shownText(document.querySelector('.eam-toolbar')!)).toContain('已选 1')
})
