import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Page, Row } from '#tests/harness/app-for-test.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const work = repairs(app, admin)

const must = async <T>(asked: Promise<Answer<T>>): Promise<T> => {
  const answer = await asked
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const field = (entity: string, more: Record<string, unknown>) => must(admin.post<Row>('/eam/custom-field/submit', { entity, ...more }))

describe('a hospital’s own fields of other records than cards', () => {
  test('of repair orders: in form, list, filter, export, history, and on phones', async () => {
    const { id: fieldId } = await field('repairOrder', {
      code: 'ward',
      name: '病区',
      fieldKind: 'text',
      isRequired: 1,
      isList: 1,
      isSearch: 1,
    })
    await field('repairOrder', {
      code: 'zone',
      name: '资金',
      fieldKind: 'dictionary',
      dictionaryCode: 'fund_source',
      isList: 1,
      isSearch: 1,
    })
    const card = await work.card()
    const report = { deviceId: card, faultDescription: '异响', urgency: 'normal' }
    const url = '/eam/eventtyperepair'
    expect(await admin.post(`${url}/save`, report)).toMatchObject({ status: 400, msg: '病区不能为空' })
    const { id } = await must(admin.post<Row>(`${url}/save`, { ...report, x_ward: '三病区', x_zone: 'own' }))
    expect(await work.detail(id)).toMatchObject({ x_ward: '三病区', x_zone: 'own', x_zoneValue: '自筹' })
    const found = await must(admin.get<Page>(`${url}/list`, { x_ward: '三病区', x_zone: 'own,research' }))
    expect(found.records).toMatchObject([{ id, x_ward: '三病区' }])
    const sheet = await sheetOf(admin, `${url}/export`, { x_ward: '三病区', columns: 'orderNo,x_ward,x_zone' })
    expect(sheet.headings).toEqual(['工单号', '病区', '资金'])
    expect(sheet.rows.map((row) => row.slice(1))).toEqual([['三病区', '自筹']])
    await must(admin.post(`${url}/save`, { id, x_ward: '四病区' }))
    expect((await must(admin.get<Page>(`${url}/history`, { id }))).records[0]).toMatchObject({ showContent: '病区从 三病区 改为 四病区' })
    const fixed = await must(admin.post<Row>(`${url}/quick-save`, { ...report, ...work.result, x_ward: '现场' }))
    expect(await work.detail(fixed.id)).toMatchObject({ x_ward: '现场' })

    // A step that writes a field says it under the hospital's name.
    const said = { fieldCode: 'diagnosis', isShow: 1, alias: '检修结论' }
    await must(admin.post('/osm/industry-config/tenant-update', { entity: 'repairOrder', fields: [said] }))
    const without = { ...work.result, diagnosis: '' }
    for (const [path, more] of [
      ['finish', { id }],
      ['quick-save', { ...report, x_ward: '现场' }],
    ] as const)
      expect(await admin.post(`${url}/${path}`, { ...more, ...without })).toMatchObject({ status: 400, msg: '检修结论不能为空' })

    const held = async (of: string) => {
      const cache = new Cache(admin)
      await cache.pull()
      return [...cache.rows].find(([key]) => key.endsWith(of))?.[1]
    }
    await expect.poll(() => held(id)).toMatchObject({ x_ward: '四病区', x_zone: 'own' })
    // What an older phone queued knows nothing of the field.
    const queued = v7()
    const body = { deviceId: card, faultDescription: '离线', urgency: 'normal' }
    expect(await push(admin, await op({ kind: 'repairOrder.submit', target: { type: 'repairOrder', id: queued }, body }))).toMatchObject([
      { outcome: 'done' },
    ])
    const filled = v7()
    const own = { ...body, x_ward: '手机', x_zone: 'research' }
    await push(admin, await op({ kind: 'repairOrder.submit', target: { type: 'repairOrder', id: filled }, body: own }))
    expect(await work.detail(filled)).toMatchObject({ x_ward: '手机', x_zoneValue: '科研' })

    await must(admin.post(`/eam/custom-field/remove?ids=${fieldId}`))
    expect(await work.detail(id)).not.toHaveProperty('x_ward')
  })

  test('of locations: in the template and the import, by label or key', async () => {
    await field('location', { code: 'heating', name: '供暖', fieldKind: 'choice', options: '集中\n分体', isSearch: 1 })
    await field('location', { code: 'owner', name: '出资', fieldKind: 'dictionary', dictionaryCode: 'fund_source', isSearch: 1 })
    const url = '/eam/plc/location'
    expect((await sheetOf(admin, `${url}/import-template`)).headings).toEqual(expect.arrayContaining(['供暖', '出资']))
    const csv = '位置名称,层级,供暖,出资\n自有院甲,院区,集中,科研\n自有院乙,院区,地暖,own\n自有院丙,院区,分体,没有\n'
    const job = await verified(app, admin, 'location', csv)
    expect((await problemsOf(admin, job.id)).map(({ row, field: name, grade }) => [row, name, grade])).toEqual([
      [3, 'x_heating', 'warning'],
      [4, 'x_owner', 'warning'],
    ])
    await begin(admin, 'location', 'write', { id: job.id, skipFaulty: 1 })
    const { records } = await must(admin.get<Page>(`${url}/list`, { x_owner: 'research', columns: 'x_owner,x_heating' }))
    expect(records).toMatchObject([{ x_heating: '集中', x_owner: 'research', x_ownerValue: '科研' }])
  })
})
