import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { loadReadyTemplates } from './template-answers.ts'
import { newestVersion } from './versions.ts'

/** Checklists of the demo: what the names of devices hold, the template, days until it is due, how far it is. */
const planned: readonly {
  readonly kind: string
  readonly template: string
  readonly due: number
  readonly filled?: 'half' | 'normal' | 'abnormal'
}[] = [
  { kind: '监护仪', template: 'monitor', due: -3 },
  { kind: '监护仪', template: 'monitor', due: 0 },
  { kind: '监护仪', template: 'monitor', due: 5, filled: 'half' },
  { kind: '输液泵', template: 'infusionPump', due: -1 },
  { kind: '输液泵', template: 'infusionPump', due: 9 },
  { kind: '输液泵', template: 'infusionPump', due: -2, filled: 'abnormal' },
  { kind: '呼吸机', template: 'ventilator', due: 0 },
  { kind: '呼吸机', template: 'ventilator', due: -4, filled: 'normal' },
]

/** An answer within the limits of an item, or beyond them. */
function answerOf({ kind, lower, upper }: ChecklistItem, isBad: boolean): unknown {
  if (kind === 'yesNo') return 'yes'
  if (kind !== 'number') return undefined
  const [low, high] = [lower ?? (upper ?? 0) / 2, upper ?? (lower ?? 0) + 1]
  return isBad ? Math.round((high + (high - low) / 4 + 0.01) * 100) / 100 : Math.round(((low + high) / 2) * 100) / 100
}

/** The ready templates, and checklists of some devices: overdue, due, half done, finished without and with an abnormal item. */
export async function demoChecklists(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, as, settle } = demoActs(tx, ground)
  await loadReadyTemplates({ ...(await as('manager')), input: {} }, tx)
  const today = homeDay(new Date())
  for (const [index, { kind, template, due, filled }] of planned.entries()) {
    const nth = planned.slice(0, index).filter((one) => one.kind === kind).length
    const { rows } = await tx.run({
      text: `select d.id as device, t.id as template from device d, checklist_template t where d.tenant_id = $1 and t.tenant_id = $1 and t.ready_key = $3
          and not d.is_deleted and d.eam_status = 'in_use' and d.device_name like '%' || $2 || '%' order by d.device_code limit 1 offset $4`,
      values: [tx.tenantId, kind, template, nth],
    })
    const [found] = rows
    if (!found) continue
    const items = (await newestVersion(tx, found.template))?.items ?? []
    const numbers = items.filter(({ kind: of }) => of === 'number')
    const asked = filled === 'half' ? items.slice(0, 4) : filled ? items : []
    const answers = Object.fromEntries(
      asked.flatMap((item) => {
        const answer = answerOf(item, filled === 'abnormal' && item === numbers[0])
        return answer === undefined ? [] : [[item.code, answer]]
      }),
    )
    const draft = { deviceId: found.device, templateId: found.template, assigneeId: ground.users.get('engineer') }
    const id = await add('manager', checklistTask, { ...draft, dueDate: daysAfter(today, due), ...(filled ? { answers } : {}) })
    if (filled === 'normal' || filled === 'abnormal') await go('engineer', filling, 'finish', id)
  }
  await settle()
}
