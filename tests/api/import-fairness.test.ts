import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { type Page, startApp } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { other } from '#tests/harness/hospitals.ts'
import { begin, sendFile, settled, verified } from '#tests/harness/imports.ts'
import { zipOf } from '#tests/harness/zip.ts'

const app = await appForFile({ env: { IMPORT_SECONDS: '3600' } })
const ours = await app.as('equipment_manager')
const theirs = await app.as('administrator', other)

const sheet = (name: string) => `设备名称,出厂编号\n${name},${name}-1\n`
const mib = 1024 * 1024

describe('an import of one hospital', () => {
  test('is verified, written and undone while another hospital’s is blocked', async () => {
    const slow = await verified(app, ours, 'device', sheet('久机'))
    const held = await holdWrites(app, 'device', `new.device_name = '久机'`)
    expect((await ours.post('/eam/device/import-card', { id: slow.id })).status).toBe(200)
    await held.reached()
    const job = await verified(app, theirs, 'device', sheet('快机'))
    expect(await begin(theirs, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 1 })
    expect(await begin(theirs, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
    // While the first one was in progress.
    expect((await ours.get('/eam/import-job/detail', { id: slow.id })).data.status).toBe('writing')
    await held.release()
    expect(await settled(ours, slow.id)).toMatchObject({ status: 'done', writtenCount: 1 })
  })

  test('waits for those of its own hospital', async () => {
    const first = await verified(app, ours, 'device', sheet('先机'))
    const second = await verified(app, ours, 'device', sheet('后机'))
    const held = await holdWrites(app, 'device', `new.device_name = '先机'`)
    for (const { id } of [first, second]) expect((await ours.post('/eam/device/import-card', { id })).status).toBe(200)
    await held.reached()
    // The other hospital's comes and goes; ours still waits.
    expect(await verified(app, theirs, 'device', sheet('间机'))).toMatchObject({ newCount: 1 })
    expect((await ours.get<Page>('/eam/device/list', { keyword: '后机' })).data.total).toBe(0)
    expect((await ours.get('/eam/import-job/detail', { id: second.id })).data.status).toBe('writing')
    await held.release()
    for (const { id } of [first, second]) expect(await settled(ours, id)).toMatchObject({ status: 'done', writtenCount: 1 })
  })
})

test.each([
  ['xl/workbook.xml', '<workbookPr '],
  ['xl/workbook.xml', '<sheet '],
  ['xl/_rels/workbook.xml.rels', '<Relationship '],
])('a workbook whose part %s is a mebibyte of %j is refused with a sentence, in both languages', async (path, sign) => {
  const bytes = await writeXlsx({ sheets: [{ name: '台账', rows: [['设备名称'], ['泵']] }] })
  const hostile = await zipOf(bytes, { [path]: () => sign.repeat(Math.floor(mib / sign.length)) })
  expect(await verified(app, ours, 'device', hostile)).toMatchObject({ status: 'failed', note: '文件已损坏，无法读取' })
})

describe('reading that takes too long', () => {
  test('is aborted with a message, nothing is written, and its slot is free for the next', async () => {
    // One slot, and so short a time limit that it expires while the file is held.
    const short = await startApp({ env: { IMPORT_THREADS: '1', IMPORT_SECONDS: '1' } })
    const holder = new pg.Client({ connectionString: short.database.superUrl })
    await holder.connect()
    try {
      // What the reader asks for before the first row.
      await holder.query('begin; lock table import_heading in access exclusive mode')
      for (const [client, language, sentence] of [
        [
          await short.as('equipment_manager'),
          'zh',
          '读取文件超过 1 秒，已停止，没有导入任何数据；请删去多余的工作表和格式，或拆分后分次导入',
        ],
        [await short.as('administrator', other), 'en', 'Reading the file took more than 1 s and was stopped. Nothing was imported.'],
      ] as const) {
        const source = await sendFile(short, client, Buffer.from(sheet('迟机')), '台账.csv')
        const begun = await client.post('/eam/device/import-verify', { source: [source] }, { 'accept-language': language })
        const ended = await settled(client, begun.data.id)
        expect(ended).toMatchObject({ status: 'failed', rowCount: 0, note: expect.stringContaining(sentence) })
      }
      expect(await short.sql(`select 1 from device where device_name = '迟机'`)).toEqual([])
    } finally {
      await holder.end()
      await short.stop()
    }
  })
})
