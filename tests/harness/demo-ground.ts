import type { DemoGround } from '#server/demo/demo-ground.ts'
import type { TestApp } from './app-for-test.ts'

export const demoTenant = '100001'

/** What modules find in the demo hospital when they add their rows. */
export async function demoGround(app: TestApp): Promise<DemoGround> {
  const [depts, rooms, users] = await Promise.all([
    app.sql('select dept_name as name, id from dept where tenant_id = $1', [demoTenant]),
    app.sql(
      `select dept_id as dept, array_agg(id::text order by full_name) as ids from location where tenant_id = $1 and level = 'room' group by 1`,
      [demoTenant],
    ),
    app.sql('select account as name, id from app_user where tenant_id = $1', [demoTenant]),
  ])
  const byName = (rows: Awaited<ReturnType<typeof app.sql>>) => new Map(rows.map((row) => [String(row.name), String(row.id)]))
  return { depts: byName(depts), rooms: new Map(rooms.map((row) => [String(row.dept), row.ids as string[]])), users: byName(users) }
}
