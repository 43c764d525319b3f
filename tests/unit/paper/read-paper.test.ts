import { expect, test } from 'vitest'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { readCertificate, readInvoice } from '#contract/codes/paper/read-paper.ts'

/** A paper as rows of pieces; `|` separates the columns of a row. */
const paper = (...rows: string[]): PlateLine[] =>
  rows.flatMap((row, at) =>
    row.split('|').map((text, column) => ({
      text,
      score: 1,
      box: { x: 300 * column, y: 40 * at, width: Math.min(280, 12 * text.length), height: 20 },
    })),
  )
const said = (found: readonly { field: string; value: string; certain: boolean }[]): Record<string, string> =>
  Object.fromEntries(found.map(({ field, value, certain }) => [field, certain ? value : `${value}?`]))

test('a Chinese certificate of verification gives number, days, result, kind, body and serial number', () => {
  const found = readCertificate(
    paper(
      '华东国家计量测试中心',
      '检 定 证 书',
      '证 书 编 号：2025H11-20-1234567001 号',
      '送 检 单 位|江城市第一人民医院',
      '计量器具名称|多参数监护仪',
      '型 号 / 规 格|iMEC8',
      '出 厂 编 号|DC-8C012345',
      '检 定 结 论|准予作 合格 使用',
      '检 定 日 期  2025 年 10 月 05 日',
      '有 效 期 至  2026 年 10 月 04 日',
    ),
  )
  expect(said(found)).toEqual({
    certificateNo: '2025H11-20-1234567001',
    measureKind: 'verification',
    measuredOn: '2025-10-05',
    validUntil: '2026-10-04',
    result: 'passed',
    body: '华东国家计量测试中心?',
    serial: 'DC-8C012345',
  })
})

test('an English certificate of calibration, with labels above their values, has values to check', () => {
  const found = readCertificate(
    paper(
      'CALIBRATION CERTIFICATE',
      'Certificate No.: LAB-2025/0815',
      'Serial number|Date of calibration',
      'X77120|5 October 2025',
      'Due date: 2026-10-05',
    ),
  )
  expect(said(found)).toEqual({
    certificateNo: 'LAB-2025/0815',
    measureKind: 'calibration',
    measuredOn: '2025-10-05?',
    validUntil: '2026-10-05',
    serial: 'X77120?',
  })
})

test('a refusal is a failure, no matter what else it says; days out of order, two numbers and doubtful lines are to be checked', () => {
  expect(said(readCertificate(paper('检定结果通知书', '检定结论：外观合格，示值误差超差')))).toMatchObject({
    result: 'failed',
    measureKind: 'verification',
  })
  expect(said(readCertificate(paper('检定结论：不 合 格')))).toMatchObject({ result: 'failed' })
  expect(said(readCertificate(paper('检定日期：2025-10-05', '有效期至：2024-10-04')))).toEqual({
    measuredOn: '2025-10-05?',
    validUntil: '2024-10-04?',
  })
  expect(said(readCertificate(paper('证书编号：AB-2025001', '证书编号：AB-2025002')))).toEqual({ certificateNo: 'AB-2025001?' })
  const dim = paper('证书编号：AB-2025001').map((line) => ({ ...line, score: 0.7 }))
  expect(said(readCertificate(dim))).toEqual({ certificateNo: 'AB-2025001?' })
  expect(said(readCertificate(paper('检定日期：2025-02-30', '使用说明：请在有效期内使用')))).toEqual({})
})

test('an invoice gives number, day, amount and tax; sums that do not agree are to be checked', () => {
  const rows = (total: string) =>
    paper(
      '电子发票（增值税专用发票）',
      '发票号码：25312000000123456789',
      '开票日期：2025年11月03日',
      '项目名称|金额|税率|税额',
      '*医疗仪器器械*监护仪|20,000.00|13%|2,600.00',
      '合 计|¥20,000.00||¥2,600.00',
      `价税合计（大写）|贰万贰仟陆佰圆整|（小写）¥${total}`,
    )
  expect(said(readInvoice(rows('22,600.00')))).toEqual({
    invoiceNo: '25312000000123456789',
    invoiceDate: '2025-11-03',
    amount: '22600.00',
    tax: '2600.00',
  })
  expect(said(readInvoice(rows('22,600.10')))).toMatchObject({ amount: '22600.10?' })
  // A credit note charges nothing.
  expect(said(readInvoice(rows('-22,600.00')))).not.toHaveProperty('amount')
})
