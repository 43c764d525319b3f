import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = '/blade-system/param'
const given = { paramName: '演示', paramKey: 'demo.key', paramValue: '1' }

test.each([
  ['paramName', '请输入参数名称 [SHELL-VAL-PARAM-1]'],
  ['paramKey', '请输入参数键名 [SHELL-VAL-PARAM-2]'],
  ['paramValue', '请输入参数键值 [SHELL-VAL-PARAM-3]'],
])('a parameter without %s is refused with %s', async (name, said) => {
  const answer = await admin.post(`${url}/submit`, { ...given, [name]: '' })
  expect(answer).toMatchObject({ status: 400, msg: said.split(' ')[0], data: [{ field: name, rule: 'required' }] })
  expect((await admin.get(`${url}/list`, { keyword: 'demo.key' })).data.total).toBe(0)
})

test('an alias of the hospital takes the place of the sentence', async () => {
  await admin.post('/osm/industry-config/tenant-update', {
    entity: 'param',
    fields: [{ fieldCode: 'paramName', isShow: 1, alias: '名目' }],
  })
  expect((await admin.post(`${url}/submit`, { ...given, paramName: '' })).msg).toBe('名目不能为空')
})
