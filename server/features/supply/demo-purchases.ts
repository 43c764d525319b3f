import { purchaseBudget, purchaseBudgeting } from '#contract/entities/supply/purchase-budget.ts'
import { purchasePlan, purchasePlanning } from '#contract/entities/supply/purchase-plan.ts'
import { supplierQualification } from '#contract/entities/supply/supplier-qualification.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const today = homeDay(new Date())
const ahead = (days: number): string => daysAfter(today, days)

/** Licences of the first suppliers: kind, number, days until they end. */
const licences: readonly (readonly [kind: string, no: string, days: number | null])[] = [
  ['business', '91420100MA4KXYZ12T', null],
  ['distribution', '鄂汉药监械经营许 20210086 号', 45],
  ['production', '国药监械生产许 20190512 号', 420],
  ['authorisation', 'SQ-2026-0117', 5],
]

/** A budget of the intensive care with a plan that holds part of it, a draft of both, and licences of suppliers. */
export async function demoPurchases(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const year = Number(today.slice(0, 4))
  const dept = ground.depts.get('重症医学科')
  const budget = await add('manager', purchaseBudget, {
    budgetYear: year,
    deptId: dept,
    amount: '2000000.00',
    lines: [
      { deviceName: '有创呼吸机', quantity: 4, unit: '台', unitPrice: '260000.00', purpose: '更新超年限设备' },
      { deviceName: '输液泵', quantity: 20, unit: '台', unitPrice: '12000.00', purpose: '床位扩增' },
    ],
  })
  await go('manager', purchaseBudgeting, 'approve', budget, { documentNo: `江一医〔${year}〕18 号`, documentDate: ahead(-60) })
  const lines = [{ deviceName: '有创呼吸机', quantity: 2, unit: '台', unitPrice: '255000.00' }]
  const plan = await add('manager', purchasePlan, {
    planYear: year,
    deptId: dept,
    budgetId: budget,
    reason: '两台呼吸机已超使用年限',
    lines,
  })
  await go('manager', purchasePlanning, 'approve', plan)
  await add('manager', purchaseBudget, { budgetYear: year + 1, deptId: dept, amount: '1500000.00' })
  await add('manager', purchasePlan, {
    planYear: year,
    deptId: dept,
    budgetId: budget,
    reason: '床位扩增',
    lines: [{ deviceName: '输液泵', quantity: 10, unit: '台', unitPrice: '11800.00' }],
  })
  const { rows } = await tx.run({
    text: 'select id from supplier where tenant_id = $1 order by supplier_code limit $2',
    values: [tx.tenantId, licences.length],
  })
  for (const [index, row] of rows.entries()) {
    const [qualificationKind, certificateNo, days] = licences[index]!
    await add('manager', supplierQualification, {
      ...{ supplierId: row.id, qualificationKind, certificateNo },
      validUntil: days === null ? null : ahead(days),
    })
  }
  await settle()
}
