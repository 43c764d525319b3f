import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { v7 } from 'uuid'
import { platformAdministrator } from '#contract/kit/access/role-names.ts'
import { defaultRoles } from '#contract/roles.ts'
import { addPerson } from '../db/first/add-person.ts'
import { firstPolicy } from '../db/first/add-tenant.ts'
import { addDefaultFlows } from '../db/first/default-flows.ts'
import { addDefaultRoles } from '../db/first/default-roles.ts'
import { makeFirstAdmin } from '../db/first/first-admin.ts'
import { type Transaction, writeAs } from '../db/pool.ts'
import type { DemoAccount } from './demo-account.ts'
import type { DemoRows, PutContent } from './demo-ground.ts'
import { homeOf } from './demo-homes.ts'
import { buildings, departments } from './demo-names.ts'

const hospital = '100001'
/** The public password of all demo accounts. */
export const demoPassword = 'ward2026'

/** One person for each role of a demo hospital: account, name, role, department. */
export const demoPeople = [
  ['admin', '周管理', 'administrator', '医学装备部'],
  ['manager', '陈科长', 'equipment_manager', '医学装备部'],
  ['engineer', '李工', 'engineer', '医学装备部'],
  ['keeper', '王护士', 'keeper', '重症医学科'],
  ['head', '赵主任', 'head', '内科'],
  ['warehouse', '孙库管', 'warehouse_keeper', '设备库房'],
  ['provider', '钱工', 'provider_engineer', null],
  ['auditor', '吴审计', 'auditor', null],
  ['board', '大屏', 'virtual', null],
] as const

/** The tenant of a service provider that the demo hospital shares orders with. */
export const demoProvider = { tenant: '100009', name: '江城联修医疗设备服务公司' } as const

/** Its people: account, name, role. */
export const demoProviderPeople = [
  ['service', '高工', 'provider_engineer'],
  ['service2', '何工', 'provider_engineer'],
] as const

/** The accounts of the demo; their passwords are public. */
export const demoAccounts: readonly DemoAccount[] = [
  { tenant: '000000', user: 'admin', password: 'admin', ...platformAdministrator },
  ...demoPeople.map(([user, , alias]) => ({
    tenant: hospital,
    user,
    password: demoPassword,
    zh: defaultRoles[alias].zh,
    en: defaultRoles[alias].en,
  })),
]

function addDepartments(tx: Transaction): ReadonlyMap<string, string> {
  const ids = new Map<string, string>(departments.map(([name]) => [name, v7()]))
  const rows = departments.map(([name, category, parent], index) => {
    const id = ids.get(name)!
    const parentId = parent ? ids.get(parent)! : null
    return {
      tenant_id: tx.tenantId,
      id,
      dept_name: name,
      full_name: name,
      dept_code: `D${String(index + 1).padStart(3, '0')}`,
      category,
      parent_id: parentId,
      path: parentId ? `${parentId}/${id}/` : `${id}/`,
      sort: index + 1,
    }
  })
  tx.later({
    text: `insert into dept (tenant_id, id, dept_name, full_name, dept_code, category, parent_id, path, sort)
      select tenant_id, id, dept_name, full_name, dept_code, category, parent_id, path, sort from jsonb_populate_recordset(null::dept, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
  return ids
}

const token = (seed: string): string =>
  [...createHash('sha256').update(seed).digest().subarray(0, 12)].map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]).join('')

/** Adds courtyard, buildings, floors and rooms; returns the ids of the rooms by department. */
function addLocations(tx: Transaction, depts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const rows: Record<string, unknown>[] = []
  const rooms = new Map<string, string[]>()
  const add = (name: string, level: string, parent: Record<string, unknown> | undefined, sort: number, deptId: string | null = null) => {
    const id = v7()
    const row = {
      tenant_id: tx.tenantId,
      id,
      location_name: name,
      full_name: !parent || parent.level === 'courtyard' ? name : `${parent.full_name} ${name}`,
      level,
      parent_id: parent?.id ?? null,
      path: `${parent?.path ?? ''}${id}/`,
      sort,
      dept_id: deptId,
      qr_token: level === 'room' ? token(id) : null,
    }
    rows.push(row)
    if (deptId) rooms.set(deptId, [...(rooms.get(deptId) ?? []), id])
    return row
  }
  const courtyard = add('本部院区', 'courtyard', undefined, 1)
  buildings.forEach(([name, floors, perFloor], at) => {
    const building = add(name, 'building', courtyard, at + 1)
    for (let floor = 1; floor <= floors; floor++) {
      const on = add(`${floor}层`, 'floor', building, floor)
      for (let room = 1; room <= perFloor; room++)
        add(`${floor}${String(room).padStart(2, '0')}`, 'room', on, room, depts.get(homeOf(name, floor, room) ?? ''))
    }
  })
  tx.later({
    text: `insert into location (tenant_id, id, location_name, full_name, level, parent_id, path, sort, dept_id, qr_token)
      select tenant_id, id, location_name, full_name, level, parent_id, path, sort, dept_id, qr_token from jsonb_populate_recordset(null::location, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
  return rooms
}

async function addPeople(
  pool: pg.Pool,
  roles: ReadonlyMap<string, string>,
  depts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const digest = createHash('sha256').update(demoPassword).digest('hex')
  const users = new Map<string, string>()
  for (const [account, name, alias, dept] of demoPeople) {
    const passwordHash = await hash(digest)
    await writeAs(pool, hospital, async (tx) => {
      const person = { account, realName: name, roleId: roles.get(alias), deptId: dept && depts.get(dept), passwordHash }
      users.set(account, addPerson(tx, person))
    })
  }
  return users
}

/**
 * Fills the demo tenants: the platform, and a hospital with 30 departments, its places, one person per role, and the rows of the modules in
 * order.
 */
export async function fillDemo(pool: pg.Pool, rows: readonly DemoRows[], putContent?: PutContent): Promise<void> {
  await makeFirstAdmin(pool, 'admin')
  await writeAs(pool, '000000', async (tx) =>
    tx.later({
      text: 'insert into tenant (id, tenant_name, kind) values ($1, $2, $3)',
      values: [hospital, '江城市第一人民医院', 'hospital'],
    }),
  )
  const { roles, depts, rooms } = await writeAs(pool, hospital, async (tx) => {
    const made = addDefaultRoles(tx)
    tx.later(firstPolicy(hospital))
    addDefaultFlows(tx)
    const ids = addDepartments(tx)
    return { roles: made, depts: ids, rooms: addLocations(tx, ids) }
  })
  const users = await addPeople(pool, roles, depts)
  // Each module has a transaction of its own, so that it sees the rows of the modules before it.
  for (const add of rows) await writeAs(pool, hospital, (tx) => add(tx, { depts, rooms, users, putContent }))
}
