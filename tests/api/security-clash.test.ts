import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')

const add = async (deviceName: string) => (await manager.post('/eam/device/submit', { deviceName })).data.id
const parents = async () =>
  Number((await app.sql(`select count(*) as n from device where device_name like '对向%' and parent_id is not null`))[0]!.n)

test('two cards bound to each other at once: one is bound, the other gets the reason, neither gets "server busy"', async () => {
  const pairs = await Promise.all(Array.from({ length: 4 }, async (_, at) => [await add(`对向甲${at}`), await add(`对向乙${at}`)] as const))
  const answers = await Promise.all(
    pairs.map(([one, two]) =>
      Promise.all([
        manager.post('/eam/device/submit', { id: one, parentId: two }),
        manager.post('/eam/device/submit', { id: two, parentId: one }),
      ]),
    ),
  )
  for (const pair of answers) {
    expect(pair.map(({ status, error }) => `${status} ${error ?? ''}`.trim()).sort()).toEqual(['200', '400 rule'])
    expect(pair.find(({ status }) => status === 400)!.msg).toMatch(/附属设备/)
  }
  expect(await parents()).toBe(4)
})

test('departments that many change at once are changed by all of them', async () => {
  const admin = await app.as('administrator')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => admin.post('/blade-system/dept/submit', { deptName: `同时${at}`, category: 'clinical' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
