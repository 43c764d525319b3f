import { describe, expect, test } from 'vitest'
import { deviceFiling, deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hook } from '#server/kit/hooks.ts'
import { step } from '#server/kit/steps/step.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'

const seen: string[] = []
const refuse = (name: unknown): void => {
  if (name === '第二个拒绝') throw new Refusal('rule', { zh: '不行', en: 'No' })
}

// Three modules would add these: given out of order, run by their order.
hook(
  devicePart,
  {
    async beforeAdd(_, _tx, { draft, written }) {
      seen.push(`add 30 ${written.remark}`)
      refuse(draft.partName)
      return { remark: `${written.remark}二` }
    },
    async beforeChange() {
      seen.push('change 30')
      return undefined
    },
    async afterSave() {
      seen.push('saved 30')
    },
    async beforeRemove() {
      seen.push('remove 30')
    },
  },
  30,
)
hook(
  devicePart,
  {
    async beforeAdd(_, tx, { draft }) {
      seen.push('add 20')
      tx.later({
        text: `insert into number_counter (tenant_id, key, value) values ($1, $2, 1)`,
        values: [tx.tenantId, `hook ${draft.partName}`],
      })
      return { remark: '一' }
    },
    async afterSave() {
      seen.push('saved 20')
    },
    async beforeRemove() {
      seen.push('remove 20')
    },
  },
  20,
)
step(
  deviceState,
  'seal',
  async ({ written, input }) => {
    seen.push(`seal 5 ${written.remark}`)
    if (input.reason === '拒绝') throw new Refusal('rule', { zh: '不能封存', en: 'No' })
    return { remark: `${written.remark}后` }
  },
  5,
)
step(
  deviceState,
  'seal',
  async ({ tx, row }) => {
    seen.push('seal 1')
    tx.later({ text: 'insert into number_counter (tenant_id, key, value) values ($1, $2, 1)', values: [tx.tenantId, `seal ${row.id}`] })
    return { remark: '先' }
  },
  1,
)

const app = await appForFile()
const admin = await app.as('administrator')

const ran = () => seen.splice(0)
const counters = (key: string) => app.sql('select 1 from number_counter where key = $1', [key])

describe('several hooks of one entity', () => {
  test('run by their order; each sees the columns of those before it', async () => {
    const { data } = await admin.post<Row>('/eam/deviceparts/submit', { partName: '滤芯', quantity: 1 })
    expect(ran()).toEqual(['add 20', 'add 30 一', 'saved 20', 'saved 30'])
    expect((await admin.get<Row>('/eam/deviceparts/detail', { id: data.id })).data.remark).toBe('一二')
    await admin.post('/eam/deviceparts/submit', { id: data.id, quantity: 2 })
    expect(ran()).toEqual(['change 30', 'saved 20', 'saved 30'])
    await admin.post(`/eam/deviceparts/remove?ids=${data.id}`)
    expect(ran()).toEqual(['remove 20', 'remove 30'])
  })

  test('a refusal of a later one undoes what the earlier wrote', async () => {
    expect((await admin.post('/eam/deviceparts/submit', { partName: '第二个拒绝', quantity: 1 })).status).toBe(400)
    expect(ran()).toEqual(['add 20', 'add 30 一'])
    expect(await counters('hook 第二个拒绝')).toEqual([])
    expect(await app.sql(`select 1 from device_part where part_name = '第二个拒绝'`)).toEqual([])
  })

  test('need places of their own', () => {
    expect(() => hook(devicePart, {}, 20)).toThrow('two hooks of devicePart have the place 20')
    expect(() => step(deviceState, 'seal', async () => undefined, 1)).toThrow('two effects of device.eamStatus.seal have the place 1')
    expect(() => step(deviceFiling, 'filingBack', async () => undefined, 7)).not.toThrow()
  })
})

describe('several effects of one step', () => {
  test('run by their order, and the last word is the later one’s', async () => {
    const { data } = await admin.post<Row>('/eam/device/submit', { deviceName: '泵' })
    expect((await admin.post('/eam/device/seal', { id: data.id, reason: '少用' })).status).toBe(200)
    expect(ran()).toEqual(['seal 1', 'seal 5 先'])
    expect((await admin.get<Row>('/eam/device/detail', { id: data.id })).data).toMatchObject({ remark: '先后', eamStatus: 'idle' })
  })

  test('a refusal of any undoes the step', async () => {
    const { data } = await admin.post<Row>('/eam/device/submit', { deviceName: '泵' })
    expect((await admin.post('/eam/device/seal', { id: data.id, reason: '拒绝' })).status).toBe(400)
    expect(ran()).toEqual(['seal 1', 'seal 5 先'])
    expect((await admin.get<Row>('/eam/device/detail', { id: data.id })).data).toMatchObject({
      version: 1,
      eamStatus: 'in_stock',
      remark: null,
    })
    expect(await counters(`seal ${data.id}`)).toEqual([])
  })
})
