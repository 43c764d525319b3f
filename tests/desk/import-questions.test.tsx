import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { found, sent } from '#tests/harness/desk-acts.ts'
import { verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')

test('dates in either order, rows that may be totals and hidden rows are asked about, each with what it means', async () => {
  const file = await writeXlsx({
    sheets: [
      {
        name: '台账',
        rows: [
          ['设备名称', '出厂编号', '购置日期', '原值'],
          ['问机', 'QU-1', '03/04/2024', 100],
          ['流量累计', null, null, 900],
          ['问机', 'QU-2', '05/05/2024', 200],
        ],
        rowDefs: new Map([[3, { hidden: true }]]),
      },
    ],
  })
  const job = await verified(app, manager, 'device', file)
  const desk = await openDesk(app, manager, `/eam/imports/${job.id}`)
  const dates = await desk.find('radiogroup', '1 个日期分不清日和月：')
  expect(shownText(dates)).toContain('先日后月 (03/04/2024 → 2024-04-03)')
  expect(shownText(dates)).toContain('先月后日 (03/04/2024 → 2024-03-04)')
  await desk.find('radiogroup', '1 行看起来像合计：')
  await desk.find('radiogroup', '1 行在表格中被筛选或隐藏：')
  const { body } = await sent(
    desk,
    async () => click(await found('radio', /先月后日/, () => dates)),
    ({ path }) => path.endsWith('/import-verify'),
  )
  expect(body).toMatchObject({ id: job.id, dates: 'monthFirst' })
  await until(() => document.querySelector<HTMLInputElement>('input[value=monthFirst]:checked'), 'the answer')
})
