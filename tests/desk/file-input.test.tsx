import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { click, openDesk, until } from '#tests/harness/desk.tsx'

const app = await appForFile()

test('of files that are chosen together no more are sent than the field takes', async () => {
  const desk = await openDesk(app, await app.signIn('100001', 'manager', 'ward2026'), '/eam/repair')
  click(await desk.find('button', '新增'))
  const input = await until(() => document.querySelector<HTMLInputElement>('.ant-upload input[type="file"]'), 'a field of files')
  const photos = Array.from({ length: 12 }, (_, n) => new File([new Uint8Array([0xff, 0xd8, 0xff, n])], `${n}.jpg`, { type: 'image/jpeg' }))
  Object.defineProperty(input, 'files', { value: photos })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  const sent = () => new Set(desk.requests.flatMap(({ path }) => /^\/sync\/blobs\/([^?]+)/.exec(path)?.[1] ?? []))
  await until(() => sent().size >= 9 && document.querySelectorAll('.ant-upload-list-item-uploading').length === 0, 'the end of the uploads')
  expect(sent().size).toBe(9)
})
