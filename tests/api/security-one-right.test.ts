import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { grantOnly } from './every-call-rows.ts'

const app = await appForFile()
const admin = await app.as('administrator')

test('people and cards of departments are counted as far as their lists are open, one without the other', async () => {
  const lab = await peopleLab(app, () => admin)
  const { alias, account } = await lab.clerk([], 'below')
  const roleId = lab.roles[alias]!
  const clerk = await app.signIn(home.tenant, account, own)
  const figures = async (...rights: string[]) => {
    await grantOnly(app, [roleId], ['dept.list', ...rights])
    const answer = await clerk.get<Row[]>('/blade-system/dept/figures', { ids: home.depts.bones })
    expect(answer.status).toBe(200)
    return answer.data[0]
  }
  expect(await figures()).toMatchObject({ people: null, cards: null, heads: null })
  expect(await figures('device.list')).toMatchObject({ people: null, cards: expect.any(Number), heads: null })
  expect(await figures('user.list')).toMatchObject({ people: expect.any(Number), cards: null })
  expect(await figures('user.list', 'device.list')).toMatchObject({ people: expect.any(Number), cards: expect.any(Number) })
})
