import { describe, expect, test } from 'vitest'
import { importFiles } from '#contract/calls/import/import.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { importCalls } from '#contract/registry.ts'
import { openPool } from '#server/db/pool.ts'
import { purge } from '#server/jobs/purge.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { gb18030 } from '#tests/harness/gb18030.ts'
import { other } from '#tests/harness/hospitals.ts'
import { begin, type Job, problemsOf, sendFile, verified } from '#tests/harness/imports.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { photo, picture } from '#tests/harness/pictures.ts'
import { archiveOf, type Entry } from '#tests/harness/zip.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const admin = await app.as('administrator')

interface FileRow extends Row {
  path: string
  row: number | null
  title: string | null
  outcome: string
  message: string | null
}
type Attached = {
  files: number
  rows: number
  of: Record<string, number>
  reasons: { zh: string; files: number; samples: string[] }[]
} | null

const filesOf = async (id: string, by: Client = manager): Promise<FileRow[]> =>
  (await by.get<Page<FileRow>>(pathsOf(importFiles)[0]!, { id, size: 200 })).data.records
const attached = (job: Job): Attached => job.attached as Attached
const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)
const head = '设备名称,国资编码,出厂编号,使用科室'
const listOf = (...rows: string[]): string => [head, ...rows].join('\n')

/** Sends a list with an archive and has both checked. */
async function checked(csv: string, entries: readonly Entry[], by: Client = manager): Promise<Job> {
  const archive = await sendFile(app, by, archiveOf(entries), '照片.zip')
  return verified(app, by, 'device', csv, { createMissing: 1, archives: [archive] })
}
const write = (job: Job, more: Record<string, unknown> = {}): Promise<Job> => begin(manager, 'device', 'write', { id: job.id, ...more })

const cardOf = async (keyword: string): Promise<Row> => {
  const { records } = (await manager.get<Page>('/eam/device/list', { keyword, size: 5 })).data
  expect(records, keyword).toHaveLength(1)
  return records[0]!
}
const attachesOf = async (deviceId: string, query: Record<string, string> = {}) =>
  (
    await manager.get<Page<Row & { attachName: string; attachType: string; files: string[] }>>('/eam/device/attach/list', {
      deviceId,
      size: 50,
      ...query,
    })
  ).data.records
const namesOn = async (deviceId: string): Promise<string[]> =>
  (await attachesOf(deviceId)).map(({ attachName, attachType }) => `${attachName}:${attachType}`).sort()

/** The types of the files that belong to an import. */
const storedOf = async (id: string): Promise<unknown[]> =>
  (await app.sql(`select file_type from file where of_entity = 'importJob' and of_id = $1 order by 1`, [id])).map((row) => row.file_type)

describe('pictures and documents in a ZIP beside a list', () => {
  test('are shown with their rows, go in with them, come once, and go out again', async () => {
    const [front, plate] = [await photo(40, 30), picture()]
    const entries: Entry[] = [
      { name: '图/ZF-0012-1.jpg', content: picture() },
      { name: '图/zf-0012.jpg', content: front },
      { name: '图/ZF－0012 铭牌.jpg', content: plate },
      { name: 'ZF-0012/合格证.pdf', content: pdf('a') },
      { name: gb18030('ZF-001/说明书.pdf'), content: pdf('b'), flags: 0 },
      { name: 'ZF-001_2.jpg', content: picture() },
      { name: 'FS-77.pdf', content: pdf('c') },
      { name: '合影.jpg', content: picture() },
      { name: 'ZF-00123.jpg', content: picture() },
      { name: 'ZF-0012.exe', content: Buffer.from('MZ program of no kind') },
      { name: 'ZF-0012.zip', content: archiveOf([{ name: 'a.txt', content: Buffer.from('a') }]) },
      { name: '__MACOSX/._ZF-0012.jpg', content: Buffer.from('x') },
      { name: '图/.DS_Store', content: Buffer.from('x') },
      { name: '图/', content: Buffer.alloc(0) },
    ]
    const csv = listOf('文件泵,ZF-0012,FS-76,骨科', '文件灯,ZF-001,FS-77,骨科')
    const job = await checked(csv, entries)
    expect(job, String(job.note)).toMatchObject({ status: 'verified', newCount: 2 })
    expect(attached(job)).toMatchObject({ files: 11, rows: 2, of: { offered: 7, unmatched: 2, refused: 2 } })
    const found = await filesOf(job.id)
    expect(found.find(({ path }) => path === 'ZF-001/说明书.pdf')).toMatchObject({ row: 3, title: '文件灯', outcome: 'offered' })
    expect(found.find(({ path }) => path === 'ZF-0012.zip')?.message).toBe('压缩包里的压缩包，请解压后再放入')
    expect(found.find(({ path }) => path === 'ZF-0012.exe')?.message).toContain('不支持的文件内容')
    expect(found.find(({ path }) => path === '合影.jpg')?.message).toContain('不以列表中的任何编号开头')

    const done = await write(job, { asFiled: 1 })
    expect(done).toMatchObject({ status: 'done', writtenCount: 2 })
    expect(done.note).toContain('添加图片和文件 7 个')
    expect(attached(done)).toMatchObject({ files: 11, of: { written: 7, unmatched: 2, refused: 2 } })
    const [pump, lamp] = [await cardOf('文件泵'), await cardOf('文件灯')]
    expect(await namesOn(pump.id)).toEqual(
      ['ZF-0012-1.jpg:photo', 'ZF－0012 铭牌.jpg:nameplate', 'zf-0012.jpg:photo', '合格证.pdf:certificate'].sort(),
    )
    expect(await namesOn(lamp.id)).toEqual(['FS-77.pdf:other', 'ZF-001_2.jpg:photo', '说明书.pdf:manual'].sort())
    // The header of the card shows the newest photo.
    const [main] = await attachesOf(pump.id, { attachType: 'photo', size: '1' })
    expect(main).toMatchObject({ attachName: 'zf-0012.jpg', fileType: 'image/jpeg', fileSize: front.length })
    const small = await manager.file(`/file/${main!.files[0]}`, { size: 'thumb' })
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])

    const again = await checked(csv, [...entries, { name: 'FS-76 发票.pdf', content: pdf('d') }])
    expect(again).toMatchObject({ newCount: 0, sameCount: 2 })
    expect(attached(again)).toMatchObject({ rows: 1, of: { offered: 1, same: 7 } })
    expect((await write(again)).note).toContain('添加图片和文件 1 个')
    expect(await namesOn(pump.id)).toContain('FS-76 发票.pdf:invoice')
    expect((await filesOf(again.id)).filter(({ outcome }) => outcome === 'written')).toHaveLength(1)

    const undone = await begin(manager, 'device', 'undo', { id: again.id })
    expect(undone, String(undone.note)).toMatchObject({ status: 'undone', note: '已撤下 1 个图片和文件' })
    expect(await namesOn(pump.id)).toHaveLength(4)
    expect((await begin(manager, 'device', 'undo', { id: job.id })).note).toBe('已撤销 2 条记录；已撤下 7 个图片和文件')
    expect((await manager.get<Page>('/eam/device/list', { keyword: '文件泵' })).data.records).toEqual([])
    expect((await manager.file(`/file/${main!.files[0]}`)).status).toBe(404)
  })

  test('a list inside of the ZIP is imported with its files', async () => {
    const csv = Buffer.from(listOf('包内泵,ZI-1,IS-1,骨科'))
    const bytes = archiveOf([
      { name: '资料/台账.csv', content: csv },
      { name: '资料/照片/ZI-1.jpg', content: picture() },
    ])
    const source = await sendFile(app, manager, bytes, '全部.zip')
    const job = await begin(manager, 'device', 'verify', { source: [source], createMissing: 1 })
    expect(job, String(job.note)).toMatchObject({ status: 'verified', newCount: 1 })
    expect(attached(job)).toMatchObject({ files: 1, of: { offered: 1 } })
    expect((await write(job)).note).toContain('添加图片和文件 1 个')
    expect(await namesOn((await cardOf('包内泵')).id)).toEqual(['ZI-1.jpg:photo'])
  })

  test('the lock file of an open list is no second list', async () => {
    const bytes = archiveOf([
      { name: '台账.csv', content: Buffer.from(listOf('锁定泵,ZT-1,TS-1,骨科')) },
      { name: '~$台账.xlsx', content: Buffer.alloc(165, ' ') },
      { name: 'ZT-1.jpg', content: picture() },
    ])
    const job = await begin(manager, 'device', 'verify', { source: [await sendFile(app, manager, bytes, '全部.zip')], createMissing: 1 })
    expect(job, String(job.note)).toMatchObject({ status: 'verified', newCount: 1 })
    expect(attached(job)).toMatchObject({ files: 1, of: { offered: 1 } })
  })

  test('names of any length and sign are kept as far as their fields go', async () => {
    const job = await checked(listOf('长名泵,ZK-1,KS-1,骨科'), [
      { name: `ZK-1 ${'a'.repeat(190)}𠮷𠮷𠮷.jpg`, content: picture() },
      { name: `ZK-1/${'b'.repeat(494)}𠮷𠮷/说明书.pdf`, content: pdf('e') },
    ])
    expect(job, String(job.note)).toMatchObject({ status: 'verified' })
    expect(attached(job)).toMatchObject({ of: { offered: 2 } })
    expect((await write(job)).note).toContain('添加图片和文件 2 个')
    const names = (await attachesOf((await cardOf('长名泵')).id)).map(({ attachName }) => attachName)
    expect(names.sort()).toEqual([`ZK-1 ${'a'.repeat(190)}.jpg`, '说明书.pdf'])
  })

  test.each([
    ['a path that leads out', [{ name: '../ZH-1.jpg', content: picture() }], '指向外部的路径'],
    ['an absolute path', [{ name: '/etc/ZH-1.jpg', content: picture() }], '指向外部的路径'],
    ['a drive', [{ name: 'C:\\ZH-1.jpg', content: picture() }], '指向外部的路径'],
    ['a password', [{ name: 'ZH-1.jpg', content: picture(), flags: 0x801 }], '有密码'],
    ['too many files', Array.from({ length: 5001 }, (_, at) => ({ name: `${at}.jpg`, content: Buffer.from('a') })), '超过 5000 个'],
  ] as [string, Entry[], string][])('an archive with %s is refused and nothing is changed', async (_, entries, note) => {
    const job = await checked(listOf('拒收泵,ZH-1,HS-1,骨科'), entries)
    expect(job.status).toBe('failed')
    expect(job.note).toContain(note)
    expect(await filesOf(job.id)).toEqual([])
  })

  test('files that are not what the archive says are refused one by one', async () => {
    const content = Buffer.concat([picture(), Buffer.alloc(30_000_000)])
    const job = await checked(listOf('谎报泵,ZL-1,LS-1,骨科'), [
      { name: 'ZL-1-1.jpg', content, size: 900 },
      { name: 'ZL-1-2.jpg', content },
      { name: 'ZL-1-3.jpg', content: picture(), crc: 7 },
      { name: 'ZL-1-4.jpg', content: picture(), size: 5000 },
      { name: 'ZL-1-5.jpg', content: Buffer.alloc(0) },
      { name: 'ZL-1-6.jpg', content: picture() },
    ])
    expect((await filesOf(job.id)).map(({ outcome, message }) => message ?? outcome)).toEqual([
      '内容与压缩包中写的大小或校验码不符，文件已损坏',
      '超过 20 MB',
      '内容与压缩包中写的大小或校验码不符，文件已损坏',
      '内容与压缩包中写的大小或校验码不符，文件已损坏',
      '空文件',
      'offered',
    ])
  })

  test('files of faulty rows, of numbers of several rows and of cards outside the scope stay out', async () => {
    const job = await checked(listOf('左泵,,DS-1,骨科', '右泵,,DS-1,骨科', ',ZN-9,NS-9,骨科'), [
      { name: 'ZN-9.jpg', content: picture() },
      { name: 'DS-1.jpg', content: picture() },
    ])
    const found = await filesOf(job.id)
    expect(found[0]).toMatchObject({ outcome: 'left', message: '所在的行有错误，不导入' })
    expect(found[1]!.outcome).not.toBe('refused')
  })

  test('the title of a row that is a card is read by who may see the card, also for others who see the import', async () => {
    const people = await peopleLab(app, () => admin)
    const ward = await people.clerk(['importJob.list', 'device.list'], 'dept')
    const office = await people.clerk(['importJob.list'], 'all')
    const all = { roleId: people.roles[ward.alias], entity: 'importJob', reach: 'all' }
    expect((await admin.post('/blade-system/data-scope/submit', all)).status).toBe(200)
    const titlesOf = async (id: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries({ manager, ward: ward.client, office: office.client }).map(async ([name, client]) => [
            name,
            (await filesOf(id, client)).map(({ title }) => title),
          ]),
        ),
      )
    const entries = [
      { name: 'ZT-1.jpg', content: picture() },
      { name: 'ZT-2.jpg', content: picture(900) },
    ]
    const csv = listOf('题泵,ZT-1,TS-1,骨科', '题灯,ZT-2,TS-2,内科')
    const first = await checked(csv, entries)
    const ofFile = ['题泵', '题灯']
    expect(await titlesOf(first.id)).toEqual({ manager: ofFile, ward: ofFile, office: ofFile })
    await write(first, { asFiled: 1 })
    const ofCards = { manager: ofFile, ward: ['题泵', null], office: [null, null] }
    expect(await titlesOf(first.id)).toEqual(ofCards)
    const again = await checked(csv, entries)
    expect(attached(again)).toMatchObject({ of: { same: 2 } })
    expect(await titlesOf(again.id)).toEqual(ofCards)
    expect((await filesOf(again.id, ward.client)).map(({ path }) => path)).toEqual(['ZT-1.jpg', 'ZT-2.jpg'])
    const left = await checked(csv, [...entries, { name: 'ZT-2 铭牌.jpg', content: picture(1000) }])
    expect(await write(left)).toMatchObject({ note: expect.stringContaining('添加图片和文件 1 个') })
    expect((await titlesOf(left.id)).ward).toEqual(['题泵', null, null])
  })

  test('archives are for imports by people who may add files; other hospitals see nothing of them', async () => {
    const job = await checked(listOf('权限泵,ZR-1,RS-1,骨科'), [{ name: 'ZR-1.jpg', content: picture() }])
    const stranger = await app.as('administrator', other)
    expect(await filesOf(job.id, stranger)).toEqual([])
    expect((await stranger.file(`/file/${(job.archives as string[])[0]}`)).status).toBe(404)
    // Neither the archive of another hospital nor one that a colleague has sent goes into an import.
    const unbound = await sendFile(app, manager, archiveOf([{ name: 'ZR-1.jpg', content: picture() }]), '照片.zip')
    for (const client of [stranger, await app.as('administrator')])
      for (const archive of [(job.archives as string[])[0]!, unbound]) {
        const source = await sendFile(app, client, Buffer.from(listOf('权限泵,ZR-1,RS-2,')), '台账.csv')
        const taken = await client.post(pathsOf(importCalls.device.verify)[0]!, { source: [source], archives: [archive] })
        expect(taken).toMatchObject({ status: 400, msg: expect.stringContaining('图片和文件（ZIP）') })
      }
    const archive = await sendFile(app, manager, archiveOf([{ name: 'a.jpg', content: picture() }]), '照片.zip')
    const done = await write(job)
    expect(done.status).toBe('done')
    const card = await cardOf('权限泵')
    const answer = await manager.post('/eam/device/attach/submit', {
      deviceId: card.id,
      attachName: '包',
      attachType: 'other',
      files: [archive],
    })
    expect(answer).toMatchObject({ success: false })
    expect(answer.msg).toContain('不支持的文件内容')
  })

  test('what was stored belongs to the import until it is written, and what is not asked for is not added', async () => {
    const job = await checked(listOf('不加泵,ZX-1,XS-1,骨科'), [{ name: 'ZX-1.jpg', content: picture() }])
    const done = await write(job, { attach: 0 })
    expect(done.note).not.toContain('图片')
    expect(await namesOn((await cardOf('不加泵')).id)).toEqual([])
    expect(await storedOf(job.id)).toEqual(['application/zip', 'text/csv'])
  })

  test('what is stored for a writing that does not end serves the next one, and is cleared away with the archives', async () => {
    const job = await checked(listOf('续泵,ZQ-1,QS-1,骨科', ',ZQ-2,QS-2,骨科'), [{ name: 'ZQ-1.jpg', content: picture() }])
    expect(await write(job)).toMatchObject({ status: 'verified', note: expect.stringContaining('有 1 行有错误') })
    expect(await storedOf(job.id)).toEqual(['application/zip', 'image/jpeg', 'text/csv'])
    const clear = async (): Promise<void> => {
      await app.sql(`update import_job set alive_at = now() - interval '8 days' where id = $1`, [job.id])
      const jobs = openPool(app.database.jobsUrl, 1)
      await purge(jobs).finally(() => jobs.end())
    }
    expect((await write(job, { skipFaulty: 1 })).note).toContain('添加图片和文件 1 个')
    await clear()
    expect(await storedOf(job.id)).toEqual(['text/csv'])
    expect(await namesOn((await cardOf('续泵')).id)).toEqual(['ZQ-1.jpg:photo'])

    const late = await checked(listOf('晚泵,ZW-1,WS-1,骨科'), [{ name: 'ZW-1.jpg', content: picture() }])
    await app.sql(`delete from file f using import_job j where f.id = any(j.archives) and j.id = $1`, [late.id])
    expect(await write(late)).toMatchObject({ status: 'verified', note: '图片和文件的压缩包已清理，请重新选择压缩包后再导入' })
  })
})

/** A workbook of three devices: a picture of WPS, one in a cell of Excel, and one that lies over its row. */
function picturedBook(names: readonly [string, string, string], heading: string, pictures: readonly Buffer[]): Buffer {
  const rels = (...of: readonly [id: string, kind: string, target: string][]): string =>
    `<Relationships>${of.map(([id, kind, target]) => `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`).join('')}</Relationships>`
  const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const row = (number: number, name: string, more: string): string =>
    `<row r="${number}">${text(`A${number}`, name)}${text(`B${number}`, `${name}-B`)}${more}</row>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="台账" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': rels(['rId1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${text('A1', '设备名称')}${text('B1', '国资编码')}${text('C1', heading)}</row>
      ${row(2, names[0], '<c r="C2" t="str"><f>_xlfn.DISPIMG("ID_7A",1)</f><v>=DISPIMG("ID_7A",1)</v></c>')}
      ${row(3, names[1], '<c r="C3" t="e" vm="1"><v>#VALUE!</v></c>')}${row(4, names[2], '')}</sheetData><drawing r:id="rId1"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': rels(['rId1', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': `<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>3</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:from>
      <xdr:to><xdr:col>3</xdr:col><xdr:row>4</xdr:row></xdr:to><xdr:pic><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor></xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': rels(['rId1', 'image', '../media/image3.jpeg']),
    'xl/cellimages.xml': `<etc:cellImages><etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="ID_7A"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic></etc:cellImage></etc:cellImages>`,
    'xl/_rels/cellimages.xml.rels': rels(['rId1', 'image', 'media/image1.jpeg']),
    'xl/metadata.xml': `<metadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk></futureMetadata><valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>`,
    'xl/richData/rdrichvalue.xml': '<rvData count="1"><rv s="0"><v>0</v><v>5</v></rv></rvData>',
    'xl/richData/richValueRel.xml': '<richValueRels><rel r:id="rId1"/></richValueRels>',
    'xl/richData/_rels/richValueRel.xml.rels': rels(['rId1', 'image', '../media/image2.jpeg']),
  }
  return archiveOf([
    ...Object.entries(parts).map(([name, xml]) => ({ name, content: Buffer.from(xml) })),
    ...pictures.map((content, index) => ({ name: `xl/media/image${index + 1}.jpeg`, content })),
  ])
}

describe('pictures in cells', () => {
  test('of a column of pictures go to the card of their row', async () => {
    const pictures = [picture(1000), picture(1100), picture(1200)]
    const book = picturedBook(['格内泵', '格内灯', '格内床'], '设备照片', pictures)
    const job = await verified(app, manager, 'device', book)
    expect(job.layout.columns.map(({ field }) => field)).toEqual(['deviceName', 'assetsCode', '#picture'])
    expect(attached(job)).toMatchObject({ files: 3, rows: 3, of: { offered: 3 } })
    expect((await write(job)).note).toContain('添加图片和文件 3 个')
    for (const [index, name] of ['格内泵', '格内灯', '格内床'].entries()) {
      const [one, ...others] = await attachesOf((await cardOf(name)).id)
      expect([one!.attachName, one!.attachType, one!.fileSize, others]).toEqual(['设备照片.jpeg', 'photo', pictures[index]!.length, []])
      expect((await manager.file(`/file/${one!.files[0]}`)).bytes).toHaveLength(pictures[index]!.length)
    }
    expect(attached(await verified(app, manager, 'device', book))).toMatchObject({ of: { same: 3 } })
  })

  test('of a column that goes nowhere are counted, and those without content are told', async () => {
    const book = picturedBook(['无格泵', '无格灯', '无格床'], '合影留念', [picture(), picture(), picture()])
    const job = await verified(app, manager, 'device', book)
    expect(job.attached).toBeNull()
    const problems = await problemsOf(manager, job.id)
    expect(problems.map(({ message }) => message)).toContain('列“合影留念”没有对应字段，不导入：3 格有内容')
    const empty = await verified(app, manager, 'device', picturedBook(['缺图泵', '缺图灯', '缺图床'], '照片', []))
    expect(attached(empty)).toMatchObject({ of: { refused: 3 } })
  })
})
