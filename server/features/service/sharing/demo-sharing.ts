import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { providing, sharing } from '#contract/entities/service/share-flow.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { platformTenant } from '#contract/roles.ts'
import { addPerson } from '#server/db/first/add-person.ts'
import { firstPolicy } from '#server/db/first/add-tenant.ts'
import { addDefaultFlows } from '#server/db/first/default-flows.ts'
import { addDefaultRoles } from '#server/db/first/default-roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { demoPassword, demoProvider, demoProviderPeople } from '#server/demo/demo.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { propose } from './card-proposals.ts'
import { fromHospital, fromProvider } from './order-messages.ts'

/** The tenant of a service provider with its people; answers their ids by account. */
async function demoProviderTenant(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  await inTenant(tx, platformTenant, (inside) =>
    inside.later({
      text: `insert into tenant (id, tenant_name, kind) values ($1, $2, 'provider')`,
      values: [demoProvider.tenant, demoProvider.name],
    }),
  )
  const passwordHash = await hash(createHash('sha256').update(demoPassword).digest('hex'))
  return inTenant(tx, demoProvider.tenant, (inside) => {
    const roles = addDefaultRoles(inside)
    inside.later(firstPolicy(demoProvider.tenant))
    addDefaultFlows(inside)
    const users = demoProviderPeople.map(
      ([account, realName, role]) => [account, addPerson(inside, { account, realName, roleId: roles.get(role), passwordHash })] as const,
    )
    inside.later({ text: `select set_config('app.person', '', true)`, values: [] })
    return new Map(users)
  })
}

/** How far the shares of the demo are: the acts of each, after it was offered. */
const courses = [
  [],
  ['accept', 'plan'],
  ['accept', 'plan', 'confirmPlan', 'start', 'report'],
  ['accept', 'plan', 'confirmPlan', 'start', 'finish'],
] as const

/** What is said with the acts. */
const said = (act: string, at: number): Record<string, unknown> =>
  ({
    plan: { planContent: '上门检测，按需更换电源模块', planPrice: `${600 + at * 260}.00`, planDate: daysAfter(homeDay(new Date()), at) },
    report: { workNote: '已更换电源模块，正在老化测试', workHours: 2.5, partsNote: '电源模块 1 块' },
    finish: { diagnosis: '电源模块老化', measures: '更换电源模块，功能测试正常' },
  })[act] ?? {}

/** A service provider with two people, and orders that the hospital shares with it in several states. */
export async function demoSharing(tx: Transaction, ground: DemoGround): Promise<void> {
  const hospital = demoActs(tx, ground)
  const users = await demoProviderTenant(tx)
  const providerId = await hospital.add('manager', supplier, {
    ...{
      supplierName: demoProvider.name,
      supplierKind: 'service',
      contact: '高工',
      phone: '021-55550000',
      providerTenant: demoProvider.tenant,
    },
  })
  const { rows } = await tx.run({
    text: `select id from repair_order where tenant_id = $1 and not is_deleted and repair_status = any($2) order by reported_at desc, id limit ${courses.length}`,
    values: [tx.tenantId, [...repairFlow.steps.share.from]],
  })
  for (const [at, { id }] of rows.entries()) {
    await hospital.go('engineer', repairFlow, 'share', String(id), {
      providerId,
      contact: '李工',
      contactPhone: '8002',
      note: '请先电话联系',
    })
    const { rows: found } = await tx.run({
      text: 'select id from service_order where tenant_id = $1 and repair_order_id = $2',
      values: [tx.tenantId, id],
    })
    const order = String(found[0]!.id)
    for (const act of courses[at]!)
      if (act === 'confirmPlan') await hospital.go('manager', sharing, act, order)
      else
        await inTenant(tx, demoProvider.tenant, (inside) =>
          demoActs(inside, { ...ground, users }).go(demoProviderPeople[at % 2]![0], providing, act, order, said(act, at)),
        )
    if (at === 2) await fromHospital({ ...(await hospital.as('engineer')), input: { id: order, content: '请带一块备用电源模块' } }, tx)
    if (at === 2)
      await inTenant(tx, demoProvider.tenant, async (inside) => {
        const { as } = demoActs(inside, { ...ground, users })
        const input = { id: order, brand: '铭牌品牌', deviceSpecs: '220V 50Hz', reason: '以设备铭牌为准' }
        await propose({ ...(await as(demoProviderPeople[0][0])), input }, inside)
        const reply = { id: order, content: '已带备件，老化测试约两小时' }
        await fromProvider({ ...(await as(demoProviderPeople[0][0])), input: reply }, inside)
      })
  }
  await inTenant(tx, demoProvider.tenant, (inside) => demoActs(inside, { ...ground, users }).settle())
  await hospital.settle()
}
