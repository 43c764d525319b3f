import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { begin, type Job, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const columns =
  'deviceName,sn,assetsCode,eamStatus,useDeptId,originalValue,purchaseDate,importNote,quantity,isMeasure,riskLevel,deviceModel'
/** The cards whose names begin with a text: the fields that are named, in the order of their names. */
const cards = async (name: string, ...fields: string[]) => {
  const { records } = (await admin.get<Page>('/eam/device/list', { size: 200, keyword: name, columns, ascs: 'deviceName' })).data
  return records.map((card) => [String(card.deviceName).slice(name.length), ...fields.map((field) => card[field] ?? null)])
}
const write = async ({ id }: Job, more: object = {}) => {
  const done = await begin(admin, 'device', 'write', { id, asFiled: 1, ...more })
  expect(done.status, String(done.note)).toBe('done')
  return done
}
const check = (file: Uint8Array | string, options: Record<string, unknown> = {}) =>
  verified(app, admin, 'device', file, { createMissing: 1, ...options })
const told = ({ groups }: Job) => groups.map(({ grade, zh, cells }) => [grade, zh, cells])
const book = (...sheets: [name: string, rows: (string | number | null)[][]][]) =>
  writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) })

describe('what stands between the rows of a sheet', () => {
  test('titles of groups are no devices: their names are the departments of the rows below', async () => {
    const job = await check(
      '序号,设备名称,型号,原值\n一、骨科,,,\n1,组机甲,A1,100\n2,组机乙,A2,200\n二、内科（1台）,,,\n1,组机丙,A3,300\n合计,,,600\n',
    )
    expect(job).toMatchObject({ rowCount: 3, newCount: 3, faultyCount: 0 })
    expect(told(job)).toContainEqual(['note', '分组标题不是一条记录；其名称填入下面各行', 2])
    await write(job)
    expect(await cards('组机', 'useDeptName', 'eamStatus')).toEqual([
      ['丙', '内科', 'in_use'],
      ['甲', '骨科', 'in_use'],
      ['乙', '骨科', 'in_use'],
    ])
    const titled = await check(
      await book([
        '台账',
        [['设备名称', '型号', '原值'], ['科室：骨科'], ['题机甲', 'A1', 1], ['题机乙'], ['题机丙', 'A2', 2], ['内科'], ['题机丁', 'A3', 3]],
      ]),
    )
    expect(titled).toMatchObject({ rowCount: 4, newCount: 4, faultyCount: 0 })
    // A device with nothing but its name is one, and told.
    expect(told(titled)).toContainEqual(['warning', '设备名称所在的行只有这一格有内容，请核对是否为一条记录', 1])
    await write(titled)
    expect(Object.fromEntries(await cards('题机', 'useDeptName'))).toEqual({ 甲: '骨科', 乙: '骨科', 丙: '骨科', 丁: '内科' })
  })

  test('a further table is read by its own headings, and its title says what it is of', async () => {
    const job = await check(
      '设备名称,资产编号,使用部门,原值\n表机甲,BJ1,骨科,1000\n表机乙,BJ2,内科,2000\n合计,,,3000\n\n新增设备,,,\n资产编号,原值,设备名称,使用部门,备注\nBJ3,500.5,表机丙,骨科,x\n报废设备,,,,\n资产编号,原值,设备名称,使用部门\nBJ4,600,表机丁,骨科\n',
    )
    expect(job).toMatchObject({ rowCount: 4, newCount: 3, faultyCount: 0, layout: { found: { gone: 1 } } })
    expect(told(job)).toContainEqual(['warning', '从这一行起是另一个表，按它自己的表头读取；没有对应列，不导入：备注', 1])
    expect(told(job)).toContainEqual(['note', '表格中间的标题不是一条记录，不导入', 2])
    await write(job)
    expect(await cards('表机', 'assetsCode', 'originalValue', 'useDeptName')).toEqual([
      ['丙', 'BJ3', '500.50', '骨科'],
      ['甲', 'BJ1', '1000.00', '骨科'],
      ['乙', 'BJ2', '2000.00', '内科'],
    ])
    // A second table that names more fields does not hide the first.
    const more = await check('资产编号,设备名称\nBK1,隐机甲\nBK2,隐机乙\n\n资产编号,设备名称,使用部门,原值\nBK3,隐机丙,骨科,5\n')
    expect(more).toMatchObject({ rowCount: 3, newCount: 3 })
  })

  test('a department in the first row of its group holds for the rows below, or not if the person says so', async () => {
    const csv = (name: string) =>
      `使用科室,设备名称,型号,原值\n骨科,${name}甲,A,1\n,${name}乙,B,2\n,${name}丙,C,3\n骨科小计,,,6\n内科,${name}丁,D,4\n,${name}戊,E,5\n`
    const job = await check(csv('首机'))
    expect(job).toMatchObject({ rowCount: 5, layout: { found: { blanks: 3, filled: 3 } } })
    expect(told(job)).toContainEqual(['warning', '使用科室只写在每组的第一行，下面各行沿用', 3])
    await write(job)
    expect(Object.fromEntries(await cards('首机', 'useDeptName'))).toEqual({ 甲: '骨科', 乙: '骨科', 丙: '骨科', 丁: '内科', 戊: '内科' })
    const empty = await check(csv('空首机'), { blanks: 'empty' })
    expect(empty.layout.found).toMatchObject({ blanks: 3, filled: 0 })
    await write(empty)
    expect(Object.fromEntries(await cards('空首机', 'useDeptName'))).toEqual({ 甲: '骨科', 乙: null, 丙: null, 丁: '内科', 戊: null })
    // One name alone does not tell; the person is asked, and nothing is filled until then.
    const one = await check('使用科室,设备名称\n骨科,独机甲\n,独机乙\n,独机丙\n')
    expect(one.layout.found).toMatchObject({ blanks: 2, filled: 0 })
    // Names that repeat are written row by row, so an empty cell is empty.
    const each = await check('使用科室,设备名称\n骨科,各机甲\n,各机乙\n骨科,各机丙\n,各机丁\n内科,各机戊\n,各机己\n')
    expect(each.layout.found).toMatchObject({ blanks: 0 })
  })

  test('同上 is the cell above, and no name of a department; no serial number is that of another', async () => {
    const job = await check('设备名称,使用科室,出厂编号,型号\n同机甲,骨科,TS-1,X\n同机乙,同上,同上,〃\n')
    expect(told(job)).toContainEqual(['warning', '出厂编号不能与上一行相同，留空，原文不保留', 1])
    await write(job)
    expect(await cards('同机', 'useDeptName', 'sn', 'deviceModel')).toEqual([
      ['甲', '骨科', 'TS-1', 'X'],
      ['乙', '骨科', null, 'X'],
    ])
  })
})

describe('a device is gone by what stands around its row', () => {
  test('by the title above its table or the name of its sheet, which is asked about once', async () => {
    const csv = '2023年报废资产明细表,,\n设备名称,资产编号,原值\n题废机甲,TF1,100\n题废机乙,TF2,150\n'
    const job = await check(csv)
    expect(job).toMatchObject({ rowCount: 2, newCount: 0, layout: { found: { gone: 2 } } })
    const kept = await check(csv, { gone: 'keep' })
    await write(kept)
    expect((await cards('题废机', 'eamStatus')).map(([, state]) => state)).toEqual(['disposed', 'disposed'])
    const sheets = await book(
      [
        '在用设备',
        [
          ['设备名称', '资产编码', '原值'],
          ['页机甲', 'YJ-1', 1],
        ],
      ],
      [
        '报废设备',
        [
          ['设备名称', '资产编码', '原值'],
          ['页机乙', 'YJ-2', 2],
        ],
      ],
      [
        '闲置设备',
        [
          ['设备名称', '资产编码', '原值'],
          ['页机丙', 'YJ-3', 3],
        ],
      ],
    )
    const whole = await check(sheets)
    expect(whole).toMatchObject({ rowCount: 3, newCount: 2, layout: { found: { gone: 1 } } })
    await write(whole)
    expect(await cards('页机', 'eamStatus')).toEqual([
      ['丙', 'idle'],
      ['甲', 'in_stock'],
    ])
    // Titles of both kinds, of procedures and of logs say nothing of a row.
    for (const title of ['报废及在用资产清单', '资产报废管理办法', '设备维修登记表', '固定资产增减变动表'])
      expect(await check(`${title},,\n设备名称,资产编号,原值\n题他机${title},TT-${title},100\n`)).toMatchObject({ newCount: 1 })
  })

  test.each([
    ['报废日期', '2020-01-01'],
    ['处置时间', '2020年'],
    ['Disposal Date', '2020-01-01'],
    ['Date retired', '2020/1/1'],
  ])('by a day below %s, unless that is still to come', async (heading, day) => {
    const job = await check(
      `设备名称,资产编号,${heading}\n日机甲,${heading}1,\n日机乙,${heading}2,${day}\n日机丙,${heading}3,2999-01-01\n日机丁,${heading}4,-\n`,
    )
    expect(job).toMatchObject({ rowCount: 4, newCount: 3, layout: { found: { gone: 1 } } })
    const stated = await check(`设备名称,资产编号,状态,${heading}\n言机,${heading}5,在用,${day}\n`)
    expect(stated).toMatchObject({ newCount: 1, layout: { found: { gone: 0 } } })
    expect(told(stated)).toContainEqual(['warning', '报废日期已过，而这一行的状态是“在用”，请核对', 1])
  })
})

describe('dates and amounts as other countries write them', () => {
  test.each([
    ['years first', ['19/3/5', '20/12/31'], ['2019-03-05', '2020-12-31'], 0],
    ['months first', ['3/15/19', '12/1/98'], ['2019-03-15', '1998-12-01'], 0],
    ['days first', ['15/3/19', '1/2/20'], ['2019-03-15', '2020-02-01'], 0],
    ['any order', ['01/02/03', '04/05/06'], [null, null], 2],
  ])('two digits for a year are read in the order that the column shows: %s', async (name, said, days, asked) => {
    const job = await check(`设备名称,出厂编号,购置日期\n${said.map((day, at) => `短年机${name}${at},${name}${at},${day}`).join('\n')}\n`)
    expect(job.layout.found).toMatchObject({ dates: asked })
    await write(job)
    expect((await cards(`短年机${name}`, 'purchaseDate')).map(([, day]) => day)).toEqual(days)
  })

  test('an order that nothing shows is what the person says', async () => {
    const csv = '设备名称,出厂编号,购置日期\n问年机,WN-1,01/02/03\n'
    await write(await check(csv, { dates: 'yearFirst' }))
    expect(await cards('问年机', 'purchaseDate')).toEqual([['', '2001-02-03']])
  })

  test('months alone, eras and Chinese numerals are dates; a year alone is none', async () => {
    const said = [
      '201903',
      '03/2019',
      'March 2019',
      '2019 03 05',
      '2019年3月5号',
      '19年3月5日',
      '民國108年3月5日',
      '令和元年5月1日',
      '二〇一九年三月二十五日',
      '2019年',
    ]
    await write(await check(`设备名称,出厂编号,购置日期\n${said.map((day, at) => `杂年机${at},ZN-${at},${day}`).join('\n')}\n`))
    expect((await cards('杂年机', 'purchaseDate')).map(([, day]) => day)).toEqual([
      ...['2019-03-01', '2019-03-01', '2019-03-01', '2019-03-05', '2019-03-05'],
      ...['2019-03-05', '2019-03-05', '2019-05-01', '2019-03-25', null],
    ])
  })

  test('a comma before decimals is known by its column, and told', async () => {
    const job = await check(
      'Device name;Serial;Original value\n逗机1;DJ-1;1.234,56\n逗机2;DJ-2;1.500\n逗机3;DJ-3;12 500,5\n逗机4;DJ-4;500\n',
    )
    expect(told(job)).toContainEqual(['note', '原值按小数逗号读取', 3])
    await write(job)
    expect((await cards('逗机', 'originalValue')).map(([, value]) => value)).toEqual(['1234.56', '1500.00', '12500.50', '500.00'])
    // One slip of the hand among thousands makes no decimal comma.
    await write(await check('设备名称,出厂编号,原值\n千机1,QJ-1,"1,000"\n千机2,QJ-2,"12,34"\n千机3,QJ-3,1 000\n'))
    expect((await cards('千机', 'originalValue')).map(([, value]) => value)).toEqual(['1000.00', null, '1000.00'])
  })

  test('an amount that a rate cannot convert is kept once', async () => {
    await write(await check('设备名称,出厂编号,Price (EUR)\n汇机,HJ-1,about 5\n', { rates: [{ currency: 'EUR', rate: 8 }] }))
    expect(await cards('汇机', 'originalValue', 'importNote')).toEqual([['', null, 'Price (EUR): about 5']])
  })

  test('headings, states, totals and footers in traditional characters', async () => {
    const job = await check(
      '設備名稱,使用部門,型號,出廠編號,單價,使用狀態\n繁機甲,急診,C1,FJ-1,500,報廢\n繁機乙,急診,C2,FJ-2,600,閒置\n合計,,,,1100,\n製表人：王,,審核：李,,,\n',
    )
    expect(job).toMatchObject({ rowCount: 2, newCount: 1, faultyCount: 0, layout: { found: { gone: 1 } } })
    await write(job)
    expect(await cards('繁機', 'deviceModel', 'originalValue', 'eamStatus')).toEqual([['乙', 'C2', '600.00', 'idle']])
  })
})

describe('what a list says in other words', () => {
  test('states with a number before them, or in parts that say the same, are that state; parts that differ are none', async () => {
    const said = {
      '01-在用': 'in_use',
      '在用/完好': 'in_use',
      '在用-正常': 'in_use',
      'Working - good': 'in_use',
      '在用/闲置': 'idle',
      '在用 三楼': 'idle',
      已报废未处置: 'pending_disposal',
      退库: 'in_stock',
    }
    const job = await check(
      `设备名称,出厂编号,使用状态\n${Object.keys(said)
        .map((state, at) => `词机${at},CJ-${at},${state}`)
        .join('\n')}\n`,
    )
    expect(job).toMatchObject({ newCount: 8, warningCount: 2 })
    await write(job)
    expect((await cards('词机', 'eamStatus')).map(([, state]) => state)).toEqual(Object.values(said))
  })

  test('a line of units below the headings is theirs', async () => {
    const job = await check('设备名称,出厂编号,原值,使用年限\n,,（万元）,（年）\n单机,DW-1,1.5,5\n')
    expect(job).toMatchObject({ rowCount: 1, faultyCount: 0, layout: { headingRows: [1, 2] } })
    await write(job)
    expect(await cards('单机', 'originalValue')).toEqual([['', '15000.00']])
  })

  test('quantities in words, classes in Chinese numbers, and yes or no below 是否计量', async () => {
    const csv =
      '设备名称,型号,账面数量,含税单价,购买金额,管理类别,是否计量\n语机甲,A,两台,500,1000,三类,√\n语机乙,B,2（台）,5,10,第二类,否\n语机丙,C,1套,7,7,I类,×\n'
    const job = await check(csv, { quantity: 'each' })
    expect(job).toMatchObject({ newCount: 5, layout: { found: { quantities: 2 } } })
    await write(job)
    expect(await cards('语机', 'originalValue', 'riskLevel', 'isMeasure')).toEqual([
      ...Array.from({ length: 1 }, () => ['丙', '7.00', 'I', 0]),
      ...Array.from({ length: 2 }, () => ['甲', '500.00', 'III', 1]),
      ...Array.from({ length: 2 }, () => ['乙', '5.00', 'II', 0]),
    ])
  })

  test('a preview of an encoding shows cells as they are read', async () => {
    const job = await check('设备名称,备注\n"预机, 甲","一行\n两行"\n')
    expect((job.layout.found as unknown as { encodings: unknown[] }).encodings).toEqual([
      {
        name: 'utf-8',
        rows: [
          ['设备名称', '备注'],
          ['预机, 甲', '一行\n两行'],
        ],
      },
    ])
  })
})
