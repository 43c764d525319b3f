import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { found, sent } from '#tests/harness/desk-acts.ts'
import { sendFile, verified } from '#tests/harness/imports.ts'
import { picture } from '#tests/harness/pictures.ts'
import { archiveOf } from '#tests/harness/zip.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')

test('pictures and files beside a list are shown with their rows and reasons, asked about, and shown again as they went in', async () => {
  const archive = await sendFile(
    app,
    manager,
    archiveOf([
      { name: 'ZD-1.jpg', content: picture() },
      { name: 'ZD-1/合格证.pdf', content: Buffer.from('%PDF-1.4 certificate') },
      { name: '合影.jpg', content: picture() },
    ]),
    '照片.zip',
  )
  const csv = '设备名称,国资编码\n台面泵,ZD-1\n台面灯,ZD-2\n'
  const job = await verified(app, manager, 'device', csv, { archives: [archive] })
  const desk = await openDesk(app, manager, `/eam/imports/${job.id}`)
  const panel = await desk.find('region', '图片和文件')
  expect(shownText(panel)).toContain('共 3 个文件，其中 2 个将添加到 1 行')
  expect(shownText(panel)).toContain('文件名不以列表中的任何编号开头（1 个）： 合影.jpg')
  await found('cell', /ZD-1\/合格证.pdf/, () => panel)
  await found('button', /换一个压缩包/, () => panel)
  await found('checkbox', /添加图片和文件（2 个）/, () => panel)
  const { body } = await sent(
    desk,
    async () => click(await desk.find('button', '导入 2 行')),
    ({ path }) => path.endsWith('/import-card'),
  )
  expect(body).toMatchObject({ id: job.id, attach: 1 })
  await until(() => document.body.textContent?.includes('添加图片和文件 2 个'), 'the end of the import')
  await until(() => document.body.textContent?.includes('共 3 个文件，已添加 2 个'), 'what was added')
})

test('a list and an archive are chosen together', async () => {
  const desk = await openDesk(app, manager, '/eam/imports?into=device')
  const choose = (await until(
    () => document.querySelector<HTMLInputElement>('input[type=file][accept*=".zip"]'),
    'where files are chosen',
  )) as HTMLInputElement
  const archive = archiveOf([{ name: 'ZE-1.jpg', content: picture() }])
  const files = [new File(['设备名称,国资编码\n同选泵,ZE-1\n'], '同选.csv'), new File([new Uint8Array(archive)], '照片.zip')]
  Object.defineProperty(choose, 'files', { value: files, configurable: true })
  const { body } = await sent(
    desk,
    () => choose.dispatchEvent(new Event('change', { bubbles: true })),
    ({ path }) => path.endsWith('/import-verify'),
  )
  expect(body).toMatchObject({ source: [expect.any(String)], archives: [expect.any(String)] })
  await until(() => document.body.textContent?.includes('共 1 个文件，其中 1 个将添加到 1 行'), 'what the check found')
})
