import type { Client, Row, TestApp } from './app-for-test.ts'

/** A set of a department with a device of it; the word stands in every text. Throws when refused. */
export async function setRows(
  app: TestApp,
  client: Client,
  word: string,
  about: { device: string; dept: string },
): Promise<Record<string, string>> {
  const answer = await client.post<Row>('/eam/device-set/submit', {
    ...{ setName: `${word}抢救车`, deptId: about.dept, remark: `${word}套组备注` },
    members: [{ deviceId: about.device, remark: word }],
  })
  if (!answer.success) throw new Error(`${answer.status} ${answer.msg}`)
  const deviceSet = String(answer.data.id)
  const [member] = await app.sql('select id from device_set_member where device_set_id = $1', [deviceSet])
  return { deviceSet, deviceSetMember: String(member!.id) }
}
