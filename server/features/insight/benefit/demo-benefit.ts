import { deviceIncome } from '#contract/entities/insight/device-income.ts'
import { replacementRule } from '#contract/entities/insight/replacement-rule.ts'
import { usualTerms } from '#contract/entities/insight/replacement-terms.ts'
import { homeDay, monthAfter } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** How many large devices of the demo have an income, and how many full months. */
const [devices, months] = [4, 12]

/** A year of income of large devices, rising and falling a little, and the usual rule with a price of energy. */
export async function demoBenefit(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add } = demoActs(tx, ground)
  await add('manager', replacementRule, { ruleName: '本院更新评分规则', ...usualTerms, energyPrice: 0.72 })
  const { rows } = await tx.run({
    text: `select id, original_value::float8 as value from device where tenant_id = $1 and important_classification = 'large' and filing_status = 'filed'
      and eam_status = 'in_use' and original_value > 0 and not is_deleted order by original_value desc, device_code limit $2`,
    values: [tx.tenantId, devices],
  })
  const first = monthAfter(homeDay(new Date()), -months)
  for (const [place, { id, value }] of rows.entries())
    for (let at = 0; at < months; at++) {
      // About a 40th of the price a month, more in winter.
      const income = Math.round((Number(value) / 40) * (1 + 0.12 * Math.cos((at / months) * 2 * Math.PI) - 0.05 * place))
      await add('manager', deviceIncome, {
        deviceId: id,
        month: monthAfter(first, at),
        income: `${income}.00`,
        useCount: Math.round(income / 260),
        consumables: `${Math.round(income * 0.06)}.00`,
        staffCost: `${Math.round(income * 0.15)}.00`,
      })
    }
}
