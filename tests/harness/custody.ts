import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import type { Answer, Client, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import { raise } from './inner-steps.ts'

const applyUrl = '/eam/deviceapply'
const useUrl = '/eam/deviceusemanage'

/** Cards, applications and uses of the small hospital, made through the API; `must` throws when a call is refused. */
export function custody(app: TestApp, admin: Client) {
  let serial = 0
  const must = async (answer: Promise<Answer<Row>>): Promise<Row> => {
    const given = await answer
    if (!given.success) throw new Error(`${given.status} ${given.msg}`)
    return given.data
  }
  /** A card of 骨科 that is in use, or wherever the steps bring it. */
  const card = async (steps: readonly string[] = ['receive'], more: object = {}): Promise<string> => {
    const { id } = await must(admin.post('/eam/device/submit', { deviceName: `呼吸机${++serial}`, useDeptId: home.depts.bones, ...more }))
    for (const name of steps)
      if (typeof (await raise(app, admin, deviceState, name, String(id))) !== 'number') throw new Error(`${name} refused`)
    return String(id)
  }
  const day = 86_400_000
  const draft = (type: string, devices: readonly string[], more: object = {}) => ({
    applyTitle: `申请${++serial}`,
    type,
    deptId: home.depts.medicine,
    ...(['receive', 'borrow', 'allot', 'regain'].includes(type) ? { useDeptId: home.depts.medicine } : {}),
    ...(type === 'borrow' ? { borrowTime: new Date().toISOString(), returnTime: new Date(Date.now() + day).toISOString() } : {}),
    lines: devices.map((deviceId) => ({ deviceId })),
    ...more,
  })
  const apply = (client: Client, type: string, devices: readonly string[], more: object = {}) =>
    client.post<Row>(`${applyUrl}/submit`, draft(type, devices, more))
  const submitApply = (client: Client, id: string) => client.post<Row>(`${applyUrl}/eventSubmit`, { id })
  /** An application of the warehouse keeper (内科) that was submitted. */
  const submitted = async (client: Client, type: string, devices: readonly string[], more: object = {}): Promise<string> => {
    const { id } = await must(apply(client, type, devices, more))
    await must(submitApply(client, String(id)))
    return String(id)
  }
  const approve = (client: Client, id: string) => client.post<Row>(`${applyUrl}/approve`, { id })
  const approved = async (client: Client, type: string, devices: readonly string[], more: object = {}): Promise<string> => {
    const id = await submitted(client, type, devices, more)
    await must(approve(await app.as('equipment_manager'), id))
    return id
  }
  const detailOf = async (id: string, by = admin): Promise<Row & { lines: Row[] }> =>
    (await must(by.get(`${applyUrl}/detail`, { id }))) as Row & { lines: Row[] }
  const usesOf = async (applyId: string): Promise<Row[]> =>
    (await admin.get<{ records: Row[] }>(`${useUrl}/list`, { applyId, size: 100 })).data.records
  const firstUse = async (applyId: string): Promise<Row> => (await usesOf(applyId))[0]!
  const use = async (id: string): Promise<Row> => must(admin.get(`${useUrl}/detail`, { id }))
  const device = async (id: string): Promise<Row> => must(admin.get('/eam/device/detail', { id }))
  return { must, card, draft, apply, submitApply, submitted, approve, approved, detailOf, usesOf, firstUse, use, device }
}
export { applyUrl, useUrl }
