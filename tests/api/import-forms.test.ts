import { Buffer } from 'node:buffer'
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { gb18030 } from '#tests/harness/gb18030.ts'
import { begin, problemsOf, sendFile, verified } from '#tests/harness/imports.ts'
import { send, upload } from '#tests/harness/pictures.ts'
import { zipOf } from '#tests/harness/zip.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')

const columns = 'deviceName,sn,purchaseDate,enableDate,useDeptId,originalValue,remark'
const cardsNamed = async (name: string) =>
  (await manager.get<Page>('/eam/device/list', { size: 200, keyword: name, columns, ascs: 'sn' })).data.records
/** Imports a file and answers its cards by serial. */
const cardsOf = async (bytes: Uint8Array | string, name: string) => {
  const job = await verified(app, manager, 'device', bytes)
  expect(job, String(job.note)).toMatchObject({ status: 'verified', faultyCount: 0 })
  expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: job.rowCount })
  return { job, cards: await cardsNamed(name) }
}
const book = (rows: WriteSheet['rows'], more: Partial<WriteSheet> = {}) => writeXlsx({ sheets: [{ name: '台账', rows, ...more }] })

describe('a text table', () => {
  const table = (name: string, heading: string, day: string) => `${heading}\n${name},骨科,${name}-1,${day}\n`
  const zh = '设备名称,使用科室,出厂编号,购置日期'
  test.each([
    ['UTF-8', '甲机', zh, '31/01/2020', (text: string) => Buffer.from(text)],
    ['UTF-8 with a mark', '乙机', zh, '2020-01-31', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['GB18030', '丙机', zh, '2020年1月31日', gb18030],
    ['UTF-16', '丁机', zh, '43861', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['English', '戊机', 'Equipment Name,DEPARTMENT,Serial No.,Date of purchase', '31/1/2020', (text: string) => Buffer.from(text)],
  ] as const)('in %s becomes the same cards', async (_, name, heading, day, encoded) => {
    const { cards } = await cardsOf(new Uint8Array(encoded(table(name, heading, day))), name)
    expect(cards).toMatchObject([{ deviceName: name, sn: `${name}-1`, purchaseDate: '2020-01-31', useDeptName: '骨科' }])
  })

  test.each([
    ['设备名称', '独列机一\n独列机二', (text: string) => Buffer.from(text)],
    ['Equipment Name', '独栏机一\r\n独栏机二\r\n', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['"仪器名称"', '独行机一\n独行机二', gb18030],
  ] as const)('of the one column %s is a table', async (heading, lines, encoded) => {
    const name = lines.slice(0, 3)
    const { cards } = await cardsOf(new Uint8Array(encoded(`${heading}\n${lines}`)), name)
    expect(cards.map((card) => card.deviceName).sort()).toEqual([`${name}一`, `${name}二`].sort())
  })

  const encodedAs = (label: string, text: string): Uint8Array => {
    const table = new Map<string, number[]>()
    const see = (...bytes: number[]) => {
      const sign = new TextDecoder(label).decode(Uint8Array.from(bytes))
      if ([...sign].length === 1 && sign !== '\ufffd' && !table.has(sign)) table.set(sign, bytes)
    }
    for (let one = 0x80; one <= 0xff; one++) see(one)
    for (let one = 0x81; one <= 0xfe; one++) for (let two = 0x40; two <= 0xfe; two++) see(one, two)
    return Uint8Array.from([...text].flatMap((sign) => (sign < '\u0080' ? sign.charCodeAt(0) : table.get(sign)!)))
  }

  test('in Big5, Mac Roman and the like is stored and read; of two encodings that both make sense the person chooses one', async () => {
    const traditional = await verified(
      app,
      manager,
      'device',
      encodedAs('big5', '設備名稱,出廠編號,規格型號\n碼頁機甲呼吸器,BG-1,甲型\n'),
      {},
    )
    expect(traditional.layout.columns.map(({ samples }) => samples[0])).toEqual(['碼頁機甲呼吸器', 'BG-1', '甲型'])
    const mac = encodedAs('macintosh', 'Device,Serial No,Model\nGerät für Säuglinge,MR-1,Größe\n')
    const { cards } = await cardsOf(mac, 'Gerät für Säuglinge')
    expect(cards).toMatchObject([{ sn: 'MR-1' }])
    const job = await verified(app, manager, 'device', encodedAs('gb18030', '设备名称,出厂编号\n编码机,CP-1\n'))
    expect(job).toMatchObject({
      layout: {
        found: {
          encodings: [
            {
              name: 'gb18030',
              rows: [
                ['设备名称', '出厂编号'],
                ['编码机', 'CP-1'],
              ],
            },
          ],
        },
      },
    })
    const other = await begin(manager, 'device', 'verify', { id: job.id, encoding: 'windows-1252' })
    expect(other.layout.columns[0]!.heading).toBe('Éè±¸Ãû³Æ')
    const back = await begin(manager, 'device', 'verify', { id: job.id, encoding: 'gb18030' })
    expect(back).toMatchObject({ newCount: 1, layout: { columns: [{ field: 'deviceName' }, { field: 'sn' }] } })
    expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 1 })
  })

  test('of one column that names no field is not kept', async () => {
    for (const text of ['会议纪要\n设备名称\n参加的人都到了', '设备名称和别的事情，今天没有', '<p>\n设备名称\n</p>'])
      expect(await send(app, manager, upload(Buffer.from(text)))).toMatchObject({
        status: 400,
        msg: expect.stringContaining('不支持的文件内容'),
      })
  })

  test('with spaces, full-width digits and empty lines in between is read correctly', async () => {
    const { cards } = await cardsOf(
      '设备名称,使用科室,出厂编号,原值,购置日期\n  宽机 , 骨科　,W-1,１２，５００,２０２０／１／３１\n,,,,\n\n宽机,内科 ,W-2,8,20200131\n',
      '宽机',
    )
    expect(cards).toMatchObject([
      { deviceName: '宽机', sn: 'W-1', originalValue: '12500.00', purchaseDate: '2020-01-31', useDeptName: '骨科' },
      { sn: 'W-2', originalValue: '8.00', useDeptName: '内科' },
    ])
  })
})

test('headings and cells of rare signs are cut between signs, never within one', async () => {
  const [heading, day, model] = ['说'.repeat(99), 'x'.repeat(199), 'y'.repeat(59)].map((text) => `${text}𠮷𠮷`)
  const job = await verified(app, manager, 'device', `设备名称,使用科室,购置日期,${heading}\n截字机,骨科,${day},${model}\n`)
  expect(job, String(job.note)).toMatchObject({ status: 'verified' })
  expect(job.layout.columns[3]).toMatchObject({ heading: '说'.repeat(99), samples: ['y'.repeat(59)] })
  expect((await problemsOf(manager, job.id)).map(({ value }) => value)).toContain('x'.repeat(199))
})

describe('a workbook', () => {
  const headings = ['设备名称', '使用科室', '出厂编号', '购置日期', '启用日期']
  const day = new Date('2020-01-31T00:00:00Z')

  test('counts its days from 1900 or from 1904', async () => {
    const since1900 = await book([headings, ['历机', '骨科', 'D-1900', day, 43861]])
    const since1904 = await zipOf(
      await book([headings, ['历机', '骨科', 'D-1904', 42399, 42399]], { cells: new Map([['1,3', { value: day }]]) }),
      {
        'xl/workbook.xml': (xml) => xml.replace('<bookViews>', '<workbookPr date1904="1"/><bookViews>'),
        'xl/worksheets/sheet1.xml': (xml) => xml.replaceAll('<v>43861</v>', '<v>42399</v>'),
      },
    )
    await cardsOf(since1900, '历机')
    const { cards } = await cardsOf(since1904, '历机')
    for (const card of cards) expect(card).toMatchObject({ purchaseDate: '2020-01-31', enableDate: '2020-01-31' })
    expect(cards.map(({ sn }) => sn)).toEqual(['D-1900', 'D-1904'])
  })

  test('is the sheet with the cards among several, with merged cells, two lines of headings, hidden and empty rows', async () => {
    const file = await writeXlsx({
      sheets: [
        { name: '封面', rows: [['市一医院'], ['编制：设备科']] },
        {
          name: '在用设备',
          rows: [
            ['设备台账 2026', null, null, null],
            ['名称', '科室', '编号', null],
            [null, null, '出厂编号', '国资编码'],
            ['并机', '骨科', 'M-1', 'GZ-M1'],
            ['并机', null, 'M-2', null],
            [],
            ['并机', '内科', 'M-3', null],
          ],
          merges: [{ startRow: 3, startCol: 1, endRow: 4, endCol: 1 }],
          rowDefs: new Map([[6, { hidden: true }]]),
        },
        { name: '藏', rows: [['选项'], ['骨科'], ['藏机']], hidden: true },
      ],
    })
    const job = await verified(app, manager, 'device', file)
    expect(job).toMatchObject({ faultyCount: 0, layout: { found: { hidden: 1 } } })
    expect(job.groups.map(({ zh }) => zh)).toContain('被筛选或隐藏的行也按记录导入；可以选择不导入')
    await begin(manager, 'device', 'write', { id: job.id })
    const cards = await cardsNamed('并机')
    expect(job.layout).toMatchObject({ sheet: '在用设备', headingRows: [2, 3] })
    expect(cards.map(({ sn, useDeptName }) => [sn, useDeptName])).toEqual([
      ['M-1', '骨科'],
      ['M-2', '骨科'],
      ['M-3', '内科'],
    ])
    expect(await cardsNamed('藏机')).toEqual([])
  })

  test('brings all sheets with the same headings, and names those that stay out until they are chosen', async () => {
    const rows = (name: string, sn: string) => [headings, [name, '骨科', sn, null, null]]
    const file = await writeXlsx({
      sheets: [
        { name: '骨科', rows: rows('多机', 'S-1') },
        { name: '内科', rows: [['说明在前'], ...rows('多机', 'S-2'), ['多机', '没有科', 'S-1', null, null]] },
        { name: '说明', rows: [['编制：设备科']] },
        {
          name: '别的',
          rows: [
            ['序列号', '资产名称', '存放'],
            ['S-4', '多机', '三楼'],
          ],
        },
      ],
    })
    const job = await verified(app, manager, 'device', file)
    expect(job).toMatchObject({ rowCount: 3, newCount: 2, faultyCount: 1, warningCount: 2 })
    expect(job.layout).toMatchObject({
      sheet: '骨科',
      sheets: [
        { name: '骨科', isIn: true },
        { name: '内科', isIn: true },
        { name: '说明', isIn: false, fits: false },
        { name: '别的', isIn: false, fits: true },
      ],
    })
    expect((await problemsOf(manager, job.id)).map(({ sheet, row, message }) => [sheet, row, message])).toEqual([
      ['骨科', 1, '文件中还有没有读取的工作表：说明、别的。可以在“工作表”中选择一起导入'],
      ['内科', 4, '使用科室找不到，留空'],
      ['内科', 4, '出厂编号与第 2 行相同，是同一条'],
    ])
    const marked = await readXlsx((await manager.file('/eam/import-job/marked', { id: job.id })).bytes)
    expect(marked.sheets.map(({ name, rows: lines }) => [name, lines.at(-1)?.at(-1)])).toEqual([
      ['骨科', null],
      ['内科', '使用科室找不到，留空；出厂编号与第 2 行相同，是同一条'],
    ])
    const all = await begin(manager, 'device', 'verify', { id: job.id, sheets: [{ name: '骨科' }, { name: '内科' }, { name: '别的' }] })
    expect(all).toMatchObject({ rowCount: 4, newCount: 3 })
    expect((await problemsOf(manager, job.id)).map(({ message }) => message)).toContain('列“存放”没有对应字段，不导入：1 格有内容')
    expect((await manager.post('/eam/device/import-verify', { id: job.id, sheets: [{ name: '没有的' }] })).status).toBe(400)
    expect(await begin(manager, 'device', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ writtenCount: 3 })
    expect((await cardsNamed('多机')).map(({ sn }) => sn)).toEqual(['S-1', 'S-2', 'S-4'])
  })

  test('with hidden sheets, columns and rows brings them, says so, and leaves them out when asked', async () => {
    const rows = (...serials: string[]) => [headings, ...serials.map((sn) => ['隐机', '骨科', sn, null, null])]
    const file = await writeXlsx({
      sheets: [
        {
          name: '现',
          rows: rows('V-1', 'V-2', 'V-3'),
          columns: [{ hidden: false }, { hidden: true }],
          rowDefs: new Map([
            [2, { hidden: true }],
            [3, { hidden: true }],
          ]),
        },
        { name: '旧', rows: rows('V-4'), hidden: true },
        { name: '选项', rows: [['骨科'], ['内科']], veryHidden: true },
      ],
    })
    const job = await verified(app, manager, 'device', file)
    expect(job).toMatchObject({ rowCount: 4, newCount: 4, layout: { found: { hidden: 2 } } })
    expect((job.layout as { sheets?: unknown }).sheets).toEqual([
      { name: '现', isIn: true, fits: true },
      { name: '旧', isHidden: true, isIn: true, fits: true },
    ])
    const said = (await problemsOf(manager, job.id)).map(({ message }) => message)
    expect(said).toContain('隐藏的工作表也一起导入：旧。可以在“工作表”中取消')
    expect(said).toContain('隐藏的列“使用科室”也一起导入；可以在字段映射中取消')
    const out = await begin(manager, 'device', 'verify', { id: job.id, hidden: 'out', sheets: [{ name: '现' }] })
    expect(out).toMatchObject({ rowCount: 1, newCount: 1, layout: { found: { hidden: 2 }, asked: { hidden: 'out' } } })
    expect(out.groups.map(({ zh, cells }) => [zh, cells])).toContainEqual(['被筛选或隐藏的行不导入', 2])
  })

  test('made to be printed has headings on each page and lines of totals, which are no cards', async () => {
    const file = await book([
      ['设备名称', '使用科室', '出厂编号', '原值（万元）', '购置日期'],
      ['页机', '骨科', 'T-1', 12.35, 20200131],
      ['小计', null, null, 12.35, null],
      ['设备名称', '使用科室', '出厂编号', '原值（万元）', '购置日期'],
      ['页机', '骨科', 'T-2', '8,000元', '2020-01-31'],
      ['合 计', null, null, 13.15, null],
      [null, null, null, null, null],
      ['  ', '', null, null, null],
    ])
    const job = await verified(app, manager, 'device', file)
    expect(job).toMatchObject({ rowCount: 2, newCount: 2, faultyCount: 0 })
    expect(job.groups).toMatchObject([
      { grade: 'note', zh: '合计、小计等行不是一条记录，不导入', cells: 2, values: [{ value: '小计 12.35' }, { value: '合 计 13.15' }] },
    ])
    await begin(manager, 'device', 'write', { id: job.id })
    expect(await cardsNamed('页机')).toMatchObject([
      { sn: 'T-1', originalValue: '123500.00', purchaseDate: '2020-01-31' },
      { sn: 'T-2', originalValue: '8000.00' },
    ])
  })

  test('whose days have the month first in one column has them so in all', async () => {
    const { cards } = await cardsOf('设备名称,使用科室,出厂编号,购置日期,启用日期\n美机,骨科,U-1,12/31/2019,01/02/2020\n', '美机')
    expect(cards).toMatchObject([{ purchaseDate: '2019-12-31', enableDate: '2020-01-02' }])
  })

  test('that was marked is corrected and sent again as it is, with nothing changed on its way', async () => {
    const job = await verified(app, manager, 'device', '设备名称,使用科室,出厂编号,备注\n还机,没有科,-A12,+86 138\n')
    const marked = await manager.file('/eam/import-job/marked', { id: job.id })
    const text = new TextDecoder().decode(marked.bytes)
    expect(text).toContain("'-A12")
    const again = await verified(app, manager, 'device', text.replace('没有科', '还没有'))
    const twice = new TextDecoder().decode((await manager.file('/eam/import-job/marked', { id: again.id })).bytes)
    expect(twice.split('导入问题')).toHaveLength(2)
    const { cards } = await cardsOf(twice.replace('还没有', '骨科'), '还机')
    expect(cards).toMatchObject([{ sn: '-A12', remark: '+86 138' }])
  })

  test('gives what its formulas came to, and names those without a result', async () => {
    const cells: WriteSheet['cells'] = new Map([
      ['1,0', { value: '式机', formula: 'A9', formulaResult: '式机' }],
      ['2,2', { value: null, formula: 'B1&"x"' }],
    ])
    const job = await verified(app, manager, 'device', await book([headings, [null, '骨科', 'F-1'], ['式机', '骨科', null]], { cells }))
    expect(job, String(job.note)).toMatchObject({ newCount: 2, faultyCount: 0 })
    expect((await problemsOf(manager, job.id)).map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 2, '出厂编号公式没有计算结果，请在表格软件中打开并保存一次，留空'],
    ])
    await begin(manager, 'device', 'write', { id: job.id, skipFaulty: 1 })
    expect((await cardsNamed('式机')).map(({ sn }) => sn).sort()).toEqual(['F-1', null])
  })

  test('that claims a million rows, and has its last filled, costs what it holds', async () => {
    const far = (xml: string) =>
      xml
        .replace(/<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>')
        .replace('<row r="3">', '<row r="1048576">')
        .replace(/r="([A-E])3"/g, 'r="$11048576"')
    const file = await zipOf(await book([headings, ['远机', '骨科', 'R-1', '32/01/2020', null], ['远机', '没有科', 'R-2', null, null]]), {
      'xl/worksheets/sheet1.xml': far,
    })
    const job = await verified(app, manager, 'device', file)
    expect(job).toMatchObject({ rowCount: 2, faultyCount: 0, warningCount: 2 })
    expect((await problemsOf(manager, job.id)).map(({ row }) => row)).toEqual([2, 1_048_576])
    const marked = await manager.file('/eam/import-job/marked', { id: job.id })
    expect(marked.status).toBe(200)
    expect(marked.bytes.length).toBeLessThan(20 * 1024 * 1024)
  })

  test('is marked with the words in the language and beside the cells, formulas of the sheet as text', async () => {
    const job = await verified(app, manager, 'device', await book([headings, ['=1+1', '没有科', 'K-1', '31/02/2020', null]]))
    const marked = await manager.file('/eam/import-job/marked', { id: job.id })
    const { sheets } = await readXlsx(marked.bytes, { readStyles: true })
    expect(sheets[0]!.rows[1]).toEqual([
      '=1+1',
      '没有科',
      'K-1',
      '31/02/2020',
      null,
      '使用科室找不到，留空；购置日期应为日期，如 2026-01-31，留空',
    ])
    for (const at of ['1,1', '1,3'])
      expect(sheets[0]!.cells?.get(at)?.style?.fill, at).toMatchObject({ fgColor: { rgb: expect.stringContaining('FFEB9C') } })
  })
})

describe('what is no spreadsheet', () => {
  const note = async (bytes: Uint8Array) => {
    const source = await sendFile(app, manager, bytes, '台账.xlsx')
    const job = await begin(manager, 'device', 'verify', { source: [source] })
    expect(job.status).toBe('failed')
    return job.note
  }
  test('is refused with a message, independent of its name', async () => {
    expect(await note(Buffer.from('%PDF-1.7 '.padEnd(64, '.')))).toBe('这不是表格文件，请使用 Excel（.xlsx）或 CSV 文件')
    const word = await zipOf(await book([['a']]), {}, { 'word/document.xml': { packed: Buffer.from([3, 0]), size: 0 } }, [
      'xl/workbook.xml',
    ])
    expect(await note(word)).toBe('这不是 Excel 工作簿（.xlsx），请另存为 .xlsx 或 .csv 后再导入')
    // File types that no record accepts are refused at upload; an old workbook with what to do about it.
    const old = upload(Buffer.concat([Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), Buffer.alloc(600)]))
    expect(await send(app, manager, old)).toMatchObject({ status: 400, msg: expect.stringContaining('另存为 .xlsx') })
    const other = upload(Buffer.concat([Buffer.of(0xd0, 0xcf, 0x11, 0x00), Buffer.alloc(600)]))
    expect(await send(app, manager, other)).toMatchObject({ status: 400, msg: expect.stringContaining('不支持的文件内容') })
    // Tables that programs save as web pages or XML under the name of a workbook.
    for (const text of [
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>设备名称</td></tr></table></body></html>',
      '\ufeff<table border="1"><tr><th>设备名称</th><th>出厂编号</th></tr></table>',
      '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"/></Workbook>',
    ])
      expect(await send(app, manager, upload(Buffer.from(text)))).toMatchObject({
        status: 400,
        msg: '这是以网页或 XML 格式保存的表格（扩展名常为 .xls），请用 Excel 或 WPS 打开，另存为 .xlsx 后再上传',
      })
    expect(await send(app, manager, upload(Buffer.from('<html><body>a, b</body></html>\nc,d')))).toMatchObject({
      msg: expect.stringContaining('不支持的文件内容'),
    })
  })
})

describe('rows of totals and footers', () => {
  const rows = [
    ['序号', '使用科室', '设备名称', '出厂编号', '原值'],
    [1, '骨科', '总胆红素分析仪', 'TT-1', 1000],
    [2, '骨科', '合计机', 'TT-2', 500],
    [null, null, '骨科小计', null, 1500],
    [3, '内科', '总计', 'TT-3', 200],
    [null, null, '流量累计', null, 900],
    ['本页合计：', null, null, null, '1,700元'],
    ['共3台', null, null, null, null],
    ['以下空白', null, null, null, null],
    [null, '制表人：张三', null, null, null],
  ]

  test('in any wording are shown and left out; a row that may be a device is one until the person says otherwise', async () => {
    const job = await verified(app, manager, 'device', await book(rows))
    expect(job).toMatchObject({ rowCount: 4, newCount: 4, faultyCount: 0, layout: { found: { totals: 2 } } })
    expect(job.groups.find(({ zh }) => zh === '合计、小计等行不是一条记录，不导入')?.values.map(({ value }) => value)).toEqual([
      '骨科小计 1500',
      '本页合计： 1,700元',
      '共3台',
      '以下空白',
    ])
    expect((await problemsOf(manager, job.id, { field: 'deviceName' })).map(({ row, message }) => [row, message])).toEqual(
      [5, 6].map((row) => [row, '设备名称看起来像合计行，按一条记录导入；如果是合计，请选择不导入']),
    )
    expect(await begin(manager, 'device', 'verify', { id: job.id, totals: 'out' })).toMatchObject({
      rowCount: 2,
      newCount: 2,
      layout: { found: { totals: 2 }, asked: { totals: 'out' } },
    })
    expect(await begin(manager, 'device', 'verify', { id: job.id, totals: 'keep' })).toMatchObject({ rowCount: 8 })
    expect((await manager.post('/eam/device/import-verify', { id: job.id, totals: 'maybe' })).status).toBe(400)
    await begin(manager, 'device', 'verify', { id: job.id, totals: 'out' })
    expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 2 })
    expect((await app.sql("select device_name as name from device where sn like 'TT-%' order by sn")).map(({ name }) => name)).toEqual([
      '总胆红素分析仪',
      '合计机',
    ])
  })
})

describe('what the person saw in a cell', () => {
  test('is kept: numbers in a format, texts marked as such; what the spreadsheet made of a code is left empty, told and kept in the note', async () => {
    const cell = (value: number, numFmt: string) => ({ value, style: { numFmt } })
    const file = await book([['设备名称', '出厂编号', '规格型号', '原值', '购置日期']], {
      cells: new Map<string, { value: string | number | boolean | Date; style?: { numFmt: string } }>(
        [
          ['见机', cell(12345, '000000'), '甲', cell(1234.56, '#,##0.0'), '2024-03-04T16:00:00.000Z'],
          ['见机', cell(7, '"ZC-"0000'), '="0016"', cell(0.5, '0%'), '#N/A'],
          ['见机', cell(45356, 'yyyy-mm-dd'), "'0017", '#REF!', '2024-03-05'],
          ['见机', true, '5-Mar', 8, '2024-03-05'],
          ['见机', 'A\u0007-1', cell(1234567, '#,##0'), 9, '2024-03-05'],
        ].flatMap((row, at) => row.map((one, column) => [`${at + 1},${column}`, typeof one === 'object' ? one : { value: one }] as const)),
      ),
    })
    const job = await verified(app, manager, 'device', file)
    expect(job).toMatchObject({ rowCount: 5, newCount: 5, faultyCount: 0, warningCount: 6 })
    expect((await problemsOf(manager, job.id)).map(({ row, message, value }) => [row, message, value])).toEqual([
      [3, '购置日期是表格软件的错误值，留空', '#N/A'],
      [4, '出厂编号已被电子表格变成日期或真假值，留空；请把该列设为文本后重新填写', '2024-03-05'],
      [4, '原值是表格软件的错误值，留空', '#REF!'],
      [5, '出厂编号已被电子表格变成日期或真假值，留空；请把该列设为文本后重新填写', 'TRUE'],
      [5, '规格型号已被电子表格变成日期或真假值，留空；请把该列设为文本后重新填写', '5-Mar'],
      [6, '出厂编号含有不可见的控制字符，已去掉', 'A-1'],
    ])
    expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 5 })
    const cards = await app.sql(
      `select sn, device_model as model, original_value as value, purchase_date::text as bought, import_note as note
        from device where device_name = '见机' order by original_value, sn`,
    )
    expect(cards).toEqual([
      { sn: 'ZC-0007', model: '0016', value: '0.50', bought: null, note: null },
      { sn: null, model: null, value: '8.00', bought: '2024-03-05', note: '出厂编号: TRUE\n规格型号: 5-Mar' },
      { sn: 'A-1', model: '1,234,567', value: '9.00', bought: '2024-03-05', note: null },
      { sn: '012345', model: '甲', value: '1234.56', bought: '2024-03-05', note: null },
      { sn: null, model: '0017', value: null, bought: '2024-03-05', note: '出厂编号: 2024-03-05' },
    ])
  })

  test('of dates in either order is asked about once, with samples; a date of the file that tells the order settles it', async () => {
    const csv = (more: string) =>
      `设备名称,出厂编号,购置日期,启用日期\n序机,${more}-1,03/04/2024,04/05/2024\n序机,${more}-2,05/05/2024,2024-01-02\n`
    const job = await verified(app, manager, 'device', csv('O'))
    expect(job).toMatchObject({ layout: { found: { dates: 2, dateSamples: ['03/04/2024', '04/05/2024'] } } })
    expect(job.groups.map(({ zh }) => zh)).toContain('购置日期日和月的先后不明，按先日后月读取')
    expect(await begin(manager, 'device', 'verify', { id: job.id, dates: 'monthFirst' })).toMatchObject({
      layout: { asked: { dates: 'monthFirst' } },
    })
    await begin(manager, 'device', 'write', { id: job.id })
    expect(await cardsNamed('序机')).toMatchObject([
      { purchaseDate: '2024-03-04', enableDate: '2024-04-05' },
      { purchaseDate: '2024-05-05' },
    ])
    expect(await verified(app, manager, 'device', `${csv('Q')}序机,Q-3,13/04/2024,\n`)).toMatchObject({ layout: { found: { dates: 0 } } })
  })

  test('of a whole UDI is taken apart into columns that are empty', async () => {
    const gs = '\u001d'
    const csv = [
      '设备名称,UDI-DI,出厂编号',
      '码机,(01)06901234567892(11)240101(17)271231(10)AB-12(21)SN-77,',
      `码机,0106901234567892172712311012${gs}21SN-78,OWN-1`,
      '码机,06901234567892,OWN-2',
      '码机,（01）06901234567892（21）SN-79,',
    ].join('\n')
    const job = await verified(app, manager, 'device', csv)
    expect(job, JSON.stringify(job.groups)).toMatchObject({ newCount: 4, faultyCount: 0, warningCount: 0 })
    expect(job.groups).toMatchObject([{ field: 'udiDi', grade: 'note', cells: 3, zh: expect.stringContaining('已拆分') }])
    await begin(manager, 'device', 'write', { id: job.id })
    expect(await app.sql(`select udi_di as di, udi_pi as pi, sn from device where device_name = '码机' order by sn`)).toEqual([
      { di: '06901234567892', pi: '(17)271231(10)12(21)SN-78', sn: 'OWN-1' },
      { di: '06901234567892', pi: null, sn: 'OWN-2' },
      { di: '06901234567892', pi: '(11)240101(17)271231(10)AB-12(21)SN-77', sn: 'SN-77' },
      { di: '06901234567892', pi: '(21)SN-79', sn: 'SN-79' },
    ])
  })

  test('of a picture in a cell is no text', async () => {
    const { job, cards } = await cardsOf('设备名称,出厂编号,规格型号\n画机,H-9,"=DISPIMG(""ID_7"",1)"\n', '画机')
    expect(cards).toMatchObject([{ sn: 'H-9' }])
    expect(job.groups.map(({ grade, zh }) => [grade, zh])).toEqual([['note', '规格型号是图片，留空']])
  })

  test('in a marked copy stays what it is', async () => {
    const file = await book([['设备名称', '出厂编号', '使用科室']], {
      cells: new Map([
        ['1,0', { value: '副机' }],
        ['1,1', { value: 12345, style: { numFmt: '000000' } }],
        ['1,2', { value: '没有科' }],
      ]),
    })
    const job = await verified(app, manager, 'device', file)
    const marked = await manager.file('/eam/import-job/marked', { id: job.id })
    expect((await readXlsx(marked.bytes)).sheets[0]!.rows[1]!.slice(0, 3)).toEqual(['副机', '012345', '没有科'])
  })
})
