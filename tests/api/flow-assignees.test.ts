import { expect, test } from 'vitest'
import { addPerson } from '#server/db/first/add-person.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { custody } from '#tests/harness/custody.ts'
import { flowLab, node } from '#tests/harness/flow.ts'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const [admin, clerk] = [await app.as('administrator'), await app.as('warehouse_keeper')]
const { must, decideBy, askedNow } = flowLab(app, admin, clerk, 'deviceApply')
const lab = custody(app, admin)
const hospital = await peopleLab(app, () => admin)

const dept = async (deptName: string, parentId?: string) =>
  String((await must(admin.post<Row>('/blade-system/dept/submit', { deptName, category: 'clinical', parentId }))).id)
/** A person of this role and department. */
const person = async (role: string, more: object) => (await hospital.add(role, more)).id
const technical = await dept('医学工程部')
const repairs = await dept('维修组', technical)
const wards = await dept('内科病区', home.depts.medicine)
const post = String((await must(admin.post<Row>('/blade-system/post/submit', { postName: '值班长', postCode: 'duty', category: '1' }))).id)
const heads = {
  medicine: await person('head', { deptId: home.depts.medicine }),
  wards: await person('head', { deptId: wards }),
  technical: await person('head', { deptId: technical }),
}
const onDuty = [await person('keeper', { postId: post }), await person('keeper', { postId: post })]

/** Whom the flow asks about a loan of a device of 骨科 to the ward of 内科; the applicant works in 内科. */
async function askedBy(rule: object, more: object = {}): Promise<unknown[]> {
  await decideBy(node('批', rule, more))
  const device = await lab.card(['receive'], { manageDeptId: repairs })
  const id = await lab.submitted(clerk, 'borrow', [device], { useDeptId: wards })
  const [row] = await app.sql('select id from flow_instance where tenant_id = $1 and document_id = $2', [home.tenant, id])
  return (await askedNow(String(row!.id))).sort()
}

test('named people, a role and a position', async () => {
  expect(await askedBy({ by: 'user', ids: [home.users.engineer] })).toEqual([home.users.engineer])
  expect(await askedBy({ by: 'role', ids: [hospital.roles.engineer] })).toEqual([home.users.engineer])
  expect(await askedBy({ by: 'post', ids: [post] })).toEqual([...onDuty].sort())
  await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [onDuty[0]], status: 'stopped' }))
  expect(await askedBy({ by: 'post', ids: [post] })).toEqual([onDuty[1]])
  await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [onDuty[1]], status: 'stopped' }))
  expect(await askedBy({ by: 'post', ids: [post] })).toEqual([home.users.administrator])
})

test.each([
  ['the applicant', { of: 'applicant' }, () => heads.medicine],
  ['the giving department, which has none, so of the one above', { of: 'giving' }, () => home.users.head],
  ['the receiving department', { of: 'receiving' }, () => heads.wards],
  ['the department one level above the receiving one', { of: 'receiving', levels: 1 }, () => heads.medicine],
  ['the topmost department where more levels are asked for', { of: 'receiving', levels: 5 }, () => heads.medicine],
  ['the managing department, which has none, so of the one above', { of: 'managing' }, () => heads.technical],
])('the head of %s', async (_name, rule, asked) => {
  expect(await askedBy({ by: 'head', ...rule })).toEqual([asked()])
})

test('holders of the right that decides, without the applicant', async () => {
  const asked = await askedBy({ by: 'holders' })
  expect(asked).toEqual(expect.arrayContaining([home.users.equipment_manager]))
  expect(asked).not.toContain(clerk.userId)
})

test('a position of more people than can be asked: any of them may answer; where all must, an administrator is asked', async () => {
  const committee = String(
    (await must(admin.post<Row>('/blade-system/post/submit', { postName: '委员', postCode: 'many', category: '1' }))).id,
  )
  await writeAs(app.pool, home.tenant, async (tx) => {
    for (let n = 1; n <= 301; n++)
      addPerson(tx, { account: `committee${n}`, realName: `委员${n}`, roleId: hospital.roles.keeper, passwordHash: 'none' })
    tx.later({
      text: `update app_user set post_id = array[$2::uuid] where tenant_id = $1 and account like 'committee%'`,
      values: [home.tenant, committee],
    })
  })
  const rule = { by: 'post', ids: [committee] }
  expect(new Set(await askedBy(rule, { mode: 'one' })).size).toBe(300)
  expect(await askedBy(rule)).toEqual([home.users.administrator])
  const [one] = await app.sql(`select id from app_user where tenant_id = $1 and account = 'committee1'`, [home.tenant])
  await must(admin.post<Row>('/osm/user/update-user-status', { userIds: [one!.id], status: 'stopped' }))
  expect(new Set(await askedBy(rule)).size).toBe(300)
})
