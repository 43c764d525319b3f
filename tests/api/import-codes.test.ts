import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const asText = '请把该列设为文本后重新填写'

test('codes that a spreadsheet turned into something else are told by row, and the rows go in', async () => {
  const csv = [
    '设备名称,使用科室,出厂编号,国资编码,发票号',
    '码机,骨科,2-Mar,1234567890123450,2024/3/5',
    '码机,骨科,Mar-05,,2024/3/6',
    '码机,骨科,3月5日,,2024/3/7',
    '码机,骨科,2016/5/1,,2024/3/8',
    '码机,骨科,1.23E+11,,2024/3/9',
    '码机,骨科,SN-7,,2024/3/10',
    '码机,骨科,3-5,00123,2024/3/11',
  ].join('\n')
  const job = await verified(app, manager, 'device', csv)
  expect(job).toMatchObject({ rowCount: 7, newCount: 7, faultyCount: 0, warningCount: 13 })
  const date = `出厂编号已被电子表格变成日期或真假值，留空；${asText}`
  const told = (await problemsOf(manager, job.id)).map(({ row, message, value }) => [row, message, value] as const)
  const whole = '发票号该列全是日期，可能是编码被电子表格改写；已按日期文字导入，请核对，有误时把该列设为文本后重新填写'
  expect(told.filter(([, message]) => message === whole).map(([, , value]) => value)).toEqual(
    [5, 6, 7, 8, 9, 10, 11].map((day) => `2024/3/${day}`),
  )
  expect(told.filter(([, message]) => message !== whole)).toEqual([
    [2, date, '2-Mar'],
    [2, '国资编码从第 16 位起全是 0，可能已被电子表格改写；请核对，有误时把该列设为文本后重新填写', '1234567890123450'],
    [3, date, 'Mar-05'],
    [4, date, '3月5日'],
    [5, date, '2016/5/1'],
    [6, `出厂编号已被电子表格损坏（科学计数法），留空；${asText}`, '1.23E+11'],
  ])
  expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 7 })
  const cards = await app.sql(
    `select sn, assets_code as code, invoice_no as invoice, import_note as note from device where tenant_id = $1 and device_name = '码机' order by invoice_no`,
    [home.tenant],
  )
  // What may be right goes in as it is; what cannot be right stays in the note. Invoices that are dates throughout go in with a warning.
  expect(cards.find(({ invoice }) => invoice === '2024/3/5')).toMatchObject({
    sn: null,
    code: '1234567890123450',
    note: expect.stringContaining('2-Mar'),
  })
  expect(cards.find(({ invoice }) => invoice === '2024/3/11')).toMatchObject({ sn: '3-5', code: '00123', note: null })
  expect(cards.map(({ invoice }) => invoice)).toHaveLength(7)
})
