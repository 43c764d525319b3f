import { beforeAll, describe, expect, test } from 'vitest'
import { mostDueOfDay } from '#contract/calls/insight/due.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

interface Part {
  readonly kind: string
  readonly day: string
  readonly count: number
  readonly rows: readonly { readonly id: string; readonly title: string }[]
}

const app = await appForFile()
let admin: Client
let stranger: Client
const today = homeDay(new Date())
const due = daysAfter(today, 9)
const cards: string[] = []

const days = async (client: Client, from = today, to = daysAfter(today, 41)): Promise<Part[]> => {
  const { status, data, msg } = await client.get<Part[]>('/eam/due/days', { from, to })
  expect(status, msg).toBe(200)
  return data
}
const warranties = (found: readonly Part[]): Part[] => found.filter(({ kind }) => kind === 'device.warrantyEnd')

beforeAll(async () => {
  admin = await app.as('administrator')
  stranger = await app.as('administrator', other)
  for (const deptId of [home.depts.surgery, home.depts.medicine]) {
    const made = await admin.post('/eam/device/submit', {
      deviceName: '保修泵',
      useDeptId: deptId,
      originalValue: '100.00',
      warrantyEnd: due,
    })
    expect(made.status, made.msg).toBe(200)
    cards.push(String(made.data.id))
  }
})

describe('what is due', () => {
  test('stands on its day, with a title, and is exactly what the list shows', async () => {
    const [part] = warranties(await days(admin)).filter(({ day }) => day === due)
    expect(part).toMatchObject({ count: 2, rows: expect.arrayContaining(cards.map((id) => ({ id, title: '保修泵' }))) })
    const list = await admin.get<Page>('/eam/device/list', { warrantyEnd_ge: due, warrantyEnd_le: due })
    expect(list.data.total).toBe(part!.count)
    expect(warranties(await days(admin, daysAfter(due, 1), daysAfter(due, 20)))).toEqual([])
  })

  test('is what the person may list, within the own departments, and nothing of another hospital', async () => {
    expect(warranties(await days(stranger))).toEqual([])
    const keeper = await app.as('keeper')
    const seen = await keeper.get<Page>('/eam/device/list', { warrantyEnd_ge: due, warrantyEnd_le: due })
    const own = warranties(await days(keeper))
    expect(own.reduce((sum, part) => sum + part.count, 0)).toBe(seen.data.total)
    expect(seen.data.total).toBeLessThan(2)
    const board = await app.as('virtual')
    expect(await days(board)).toEqual([])
  })

  test('names fifty rows of a kind and day, and counts all', async () => {
    const day = daysAfter(today, 31)
    const draft = { deviceName: '同日到期泵', useDeptId: home.depts.surgery, warrantyEnd: day }
    for (let made = 0; made <= mostDueOfDay; made++) expect((await admin.post('/eam/device/submit', draft)).status).toBe(200)
    const [part] = warranties(await days(admin)).filter((one) => one.day === day)
    expect([part!.count, part!.rows.length]).toEqual([mostDueOfDay + 1, mostDueOfDay])
  })

  test.each([
    [today, daysAfter(today, -1), '开始日期不能晚于结束日期'],
    [today, daysAfter(today, 42), '一次最多查询 42 天'],
  ])('from %s to %s is refused', async (from, to, sentence) => {
    const { status, msg } = await admin.get('/eam/due/days', { from, to })
    expect([status, msg]).toEqual([400, sentence])
  })
})
