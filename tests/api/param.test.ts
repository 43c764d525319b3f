import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'

const app = await appForFile()
const admin = await app.as('administrator')

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

test('is for administrators: who reads every list reads neither parameters nor, in the log, their values', async () => {
  const { data } = await admin.post(`${url}/submit`, { ...given, paramKey: 'sms.secret', paramValue: 'top-secret' })
  const [event] = await app.sql(`select id from audit_event where entity = 'param' and entity_id = $1`, [data.id])
  const logged = (client: Client) => client.get('/blade-log/api/detail', { id: String(event!.id) })
  expect(JSON.stringify((await logged(admin)).data)).toContain('top-secret')
  for (const role of ['equipment_manager', 'auditor'] as const) {
    const client = await app.as(role)
    for (const path of ['list', 'export']) expect((await client.get(`${url}/${path}`)).status).toBe(403)
    for (const path of ['detail', 'history']) expect((await client.get(`${url}/${path}`, { id: data.id })).status).toBe(403)
    const answer = await logged(client)
    expect(answer).toMatchObject({ status: 200, data: { entity: 'param', changes: null } })
    expect(JSON.stringify(answer)).not.toContain('top-secret')
  }
  expect((await admin.get(`${url}/detail`, { id: data.id })).data.paramValue).toBe('top-secret')
})

test('an alias of the hospital takes the place of the sentence', async () => {
  await admin.post('/osm/industry-config/tenant-update', {
    entity: 'param',
    fields: [{ fieldCode: 'paramName', isShow: 1, alias: '名目' }],
  })
  expect((await admin.post(`${url}/submit`, { ...given, paramName: '' })).msg).toBe('名目不能为空')
})
