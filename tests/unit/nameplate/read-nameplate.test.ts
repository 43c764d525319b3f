import { describe, expect, test } from 'vitest'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { readNameplate } from '#contract/codes/nameplate/read-plate.ts'

const today = '2026-11-30'

/** Lines as [text, x, y]; 20 px a letter and 40 px high. */
const at = (...lines: readonly (readonly [text: string, x: number, y: number, score?: number])[]): PlateLine[] =>
  lines.map(([text, x, y, score = 0.99]) => ({ text, score, box: { x, y, width: [...text].length * 20, height: 40 } }))
const listed = (...texts: string[]): PlateLine[] => at(...texts.map((text, row) => [text, 0, row * 60] as const))
const read = (lines: PlateLine[], codes: string[] = []) => readNameplate(lines, codes, today)
const valuesOf = (lines: PlateLine[], codes: string[] = []) =>
  Object.fromEntries(read(lines, codes).map(({ field, value }) => [field, value]))
const certainOf = (lines: PlateLine[], codes: string[] = []) => read(lines, codes).flatMap(({ field, certain }) => (certain ? [field] : []))

test('labels with colons, in full and half width', () => {
  const lines = listed(
    '产品名称：病人监护仪',
    '产品型号: iMEC 10',
    '出厂编号：CF-8B012345',
    '生产日期：2021年5月3日',
    '额定功率：150VA',
    '注册证编号：国械注准20173541234',
    '生产企业：深圳华瑞生物医疗电子股份有限公司',
    '生产地址：深圳市科技路18号',
    '生产许可证编号：粤食药监械生产许20010532号',
  )
  expect(valuesOf(lines)).toEqual({
    name: '病人监护仪',
    model: 'iMEC 10',
    serial: 'CF-8B012345',
    made: '2021-05-03',
    power: '150 VA',
    registration: '国械注准20173541234',
    maker: '深圳华瑞生物医疗电子股份有限公司',
  })
  expect(certainOf(lines)).toEqual(['name', 'model', 'serial', 'maker', 'registration', 'made', 'power'])
})

test('English labels and symbols', () => {
  const lines = listed(
    'Model: BeneHeart D6',
    'Serial No.: DF123456',
    'Date of manufacture: 2019-08-07',
    'Power consumption: 1.2 kW',
    'Manufacturer: Northfield Healthcare Inc.',
    'Address: 12 Main Street',
  )
  expect(valuesOf(lines)).toEqual({
    model: 'BeneHeart D6',
    serial: 'DF123456',
    made: '2019-08-07',
    power: '1.2 kW',
    maker: 'Northfield Healthcare Inc.',
  })
  const symbols = at(
    ['REF', 0, 0],
    ['SV300', 120, 0],
    ['SN', 500, 0],
    ['V3009912', 620, 0],
    ['Manufactured by', 0, 60],
    ['Union Imaging Ltd.', 0, 110],
  )
  expect(valuesOf(symbols)).toEqual({ model: 'SV300', serial: 'V3009912', maker: 'Union Imaging Ltd.' })
})

test('labels in two languages, on one line or above each other, and values in the next cell', () => {
  expect(valuesOf(listed('型号 Model：YP-930', '序列号 SN：C20-778899', '生产日期 Date：2018.01.31'))).toEqual({
    model: 'YP-930',
    serial: 'C20-778899',
    made: '2018-01-31',
  })
  const stacked = at(
    ['型号', 0, 0],
    ['Model', 0, 45],
    ['LINZ-8A', 200, 20],
    ['出厂编号', 0, 140],
    ['Serial No.', 0, 185],
    ['IP00112', 300, 160],
  )
  expect(valuesOf(stacked)).toEqual({ model: 'LINZ-8A', serial: 'IP00112' })
  // Below the label, but not across an empty cell of the table.
  expect(valuesOf(at(['MODEL', 0, 0], ['SP-50', 0, 45]))).toEqual({ model: 'SP-50' })
  expect(valuesOf(at(['型号', 0, 0], ['出厂编号', 300, 0], ['AB-1234', 500, 0]))).toEqual({ serial: 'AB-1234' })
})

test('two pairs on a line are told apart', () => {
  expect(valuesOf(listed('型号：A7 序列号：SN0098', '输入功率：60W 频率：50Hz'))).toEqual({ model: 'A7', serial: 'SN0098', power: '60 W' })
})

test('a word that only looks like a label is none', () => {
  expect(valuesOf(listed('MODELLO 12345', 'SNOW 2000', 'TYPE BF', '产品技术要求编号：粤械注准20172210001A'))).not.toHaveProperty('model')
  expect(valuesOf(listed('SNOW 2000'))).toEqual({})
  // Marks of the applied part.
  expect(valuesOf(listed('Type: BF'))).toEqual({})
})

describe('registration numbers', () => {
  test.each([
    ['国械注准20173541234', '国械注准20173541234'],
    ['国械注进 2019 3 06 0123', '国械注进20193060123'],
    ['国械注许20203180456', '国械注许20203180456'],
    ['苏苏械备20150012号', '苏苏械备20150012号'],
    ['国食药监械（准）字2012第3210987号', '国食药监械(准)字2012第3210987号'],
    // Letters stand where the grammar asks for digits.
    ['国械注准2O173S4I234', '国械注准20173541234'],
  ])('%s', (text, value) => {
    expect(valuesOf(listed(`注册证编号：${text}`))).toEqual({ registration: value })
    expect(valuesOf(listed(text))).toEqual({ registration: value })
  })

  test.each(['国械注准2017354123', '国械注准20174541234', '国械注准201735412345', '械注准20173541234', '国食药监械(准)字2012第987号'])(
    '%s is none',
    (text) => expect(valuesOf(listed(`注册证编号：${text}`))).toEqual({}),
  )

  test('letters of a serial number stay as they are', () => {
    expect(valuesOf(listed('序列号：SO1I8B'))).toEqual({ serial: 'SO1I8B' })
  })
})

describe('what is not sure is not certain', () => {
  test('a low score of one character', () => {
    const [line] = listed('序列号：CF123456')
    const scores = [...line!.text].map((_, index) => (index === 7 ? 0.6 : 0.99))
    expect(read([{ ...line!, scores }])).toMatchObject([{ field: 'serial', certain: false, score: 0.6 }])
    // That of the label does not count.
    expect(certainOf([{ ...line!, scores: scores.map((_, index) => (index === 0 ? 0.6 : 0.99)) }])).toEqual(['serial'])
  })

  test('two values after equal labels', () => {
    expect(certainOf(listed('序列号：AA1111', '序列号：BB2222'))).toEqual([])
    // A reference number beside the model leaves no doubt.
    expect(read(listed('Model: MX450', 'REF: 866062'))).toMatchObject([{ field: 'model', value: 'MX450', certain: true }])
  })

  test('values without a label, months without a day, companies without their form', () => {
    expect(read(listed('病人监护仪', '宁波康达医疗器械有限公司', '2020-02-03', '150VA')).map(({ certain }) => certain)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(read(listed('生产日期：2020年2月'))).toMatchObject([{ value: '2020-02-01', certain: false }])
    expect(read(listed('制造商：康达'))).toMatchObject([{ value: '康达', certain: false }])
  })

  test('no day in the future or outside the calendar', () => {
    expect(valuesOf(listed('生产日期：2027-01-01'))).toEqual({})
    expect(valuesOf(listed('生产日期：2021-02-30'))).toEqual({})
  })

  test('a picture without a plate says nothing', () => {
    expect(read([])).toEqual([])
    expect(read(listed('出口', '请勿吸烟', 'EXIT 12'))).toEqual([])
    expect(read(at(['序列号：CF123456', 0, 0, 0.3]))).toEqual([])
  })
})

test('a name of a company goes on in the next line', () => {
  const lines = at(['生产企业：深圳华瑞生物医疗电子', 0, 0], ['股份有限公司', 200, 45])
  expect(read(lines)).toMatchObject([{ value: '深圳华瑞生物医疗电子股份有限公司', certain: true, lines: [0, 1] }])
})

describe('codes win over text', () => {
  const gs1 = '(01)06901234567892(11)210503(10)L7(21)DE88123'

  test('a UDI says what the text says otherwise', () => {
    const lines = listed('序列号：DE88I23', '生产日期：2021-06-03', '型号：A7')
    expect(read(lines, [gs1])).toMatchObject([
      { field: 'model', value: 'A7', from: 'text' },
      { field: 'serial', value: 'DE88123', certain: true, from: 'code', lines: [0] },
      { field: 'made', value: '2021-05-03', certain: true, from: 'code' },
      { field: 'udiDi', value: '06901234567892', certain: true },
      { field: 'udiPi', value: '(11)210503(10)L7(21)DE88123', certain: true },
    ])
  })

  test('a label says its parts in several codes, or the same twice', () => {
    const parts = ['(01)06901234567892', '(11)210503(21)DE88123']
    const all = { serial: 'DE88123', made: '2021-05-03', udiDi: '06901234567892', udiPi: '(11)210503(21)DE88123' }
    expect(valuesOf([], parts)).toEqual(all)
    expect(valuesOf([], [parts.join(''), ...parts])).toEqual(all)
  })

  test('a plain code is the serial number that the text almost says', () => {
    expect(read(listed('SN: CFO0I234'), ['CF001234'])).toMatchObject([{ field: 'serial', value: 'CF001234', certain: true, from: 'code' }])
    // Another code may be a part number.
    expect(read(listed('SN: CF001234'), ['PN-99887'])).toMatchObject([{ value: 'CF001234', from: 'text' }])
    expect(read([], ['PN-99887'])).toMatchObject([{ value: 'PN-99887', certain: false, from: 'code' }])
    expect(read([], ['PN-99887', 'SN-11223'])).toEqual([])
  })

  test('our own labels and two devices in one picture say nothing', () => {
    expect(read([], ['https://ward.example/m/c/abcdefgh2345'])).toEqual([])
    expect(read([], [gs1, '(01)09506000134376(21)X1'])).toEqual([])
    expect(read([], [gs1, '(01)06901234567892(21)DE88124'])).toEqual([])
  })
})
