import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody, useUrl } from '#tests/harness/custody.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, keeper, clerk, engineer] = await Promise.all(
  (['equipment_manager', 'keeper', 'warehouse_keeper', 'engineer'] as const).map((role) => app.as(role)),
)
const lab = custody(app, admin)
const { bones, medicine } = home.depts
const disposal = '/eam/devicedisposal'

const acts = [
  'borrow',
  'allot',
  'approve',
  'reject',
  'cancel',
  'handOut',
  'confirm',
  'giveBack',
  'takeBack',
  'dispose',
  'undo',
  'carryOn',
] as const
const poolActs = ['reserve', 'lend', 'return', 'drop'] as const
type Act = (typeof acts)[number] | (typeof poolActs)[number]

const draftOf = (card: string) => ({
  disposalType: 'scrap',
  declareReasons: 'aged',
  reasonDetail: '旧',
  useDeptId: bones,
  lines: [{ deviceId: card }],
})

/** What is open of a card, for the acts to choose from. */
async function openOf(card: string) {
  const ids = async (sql: string) => (await app.sql(sql, [card])).map((row) => String(row.id))
  const [applies, uses, disposals, borrowings] = await Promise.all([
    ids(`select a.id from device_apply a join device_apply_item i on i.tenant_id = a.tenant_id and i.apply_id = a.id where i.device_id = $1
      and a.status in ('in_approval', 'approved', 'executing') order by a.id`),
    ids(`select id from device_use where card_id = $1 and status in ('reserved', 'handed', 'received', 'returning') order by id`),
    ids(`select d.id from device_disposal d join disposal_line l on l.tenant_id = d.tenant_id and l.disposal_id = d.id where l.device_id = $1
      and d.disposal_status in ('submitted', 'in_approval', 'approved') order by d.id`),
    ids(`select id from shared_borrowing where device_id = $1 and borrowing_status in ('reserved', 'lent') order by id`),
  ])
  return { applies, uses, disposals, borrowings }
}

test('random acts of applications, disposals and the shared pool at once leave a device in one hand and fees exact', async () => {
  const card = await lab.card()
  await lab.must(admin.post('/eam/share/device/tag-submit', { ids: [card], priceKind: 'hour', unitPrice: '12.50' }))
  const run = async (open: Awaited<ReturnType<typeof openOf>>, [act, at]: readonly [Act, number]): Promise<number> => {
    const [apply, use, gone, loan] = [
      open.applies[at] ?? card,
      open.uses[at] ?? card,
      open.disposals[at] ?? card,
      open.borrowings[at] ?? card,
    ]
    const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status
    if (act === 'borrow' || act === 'allot') {
      const { data } = await lab.apply(clerk!, act, [card])
      return status(lab.submitApply(clerk!, String(data.id)))
    }
    if (act === 'approve') return status(lab.approve(at % 2 ? manager! : admin, apply))
    if (act === 'reject') return status(manager!.post(`${applyUrl}/reject`, { id: apply, opinion: '否' }))
    if (act === 'cancel') return status(clerk!.post(`${applyUrl}/cancel-check`, { id: apply }))
    if (act === 'handOut') return status(keeper!.post(`${useUrl}/submit`, { id: use }))
    if (act === 'confirm') return status(clerk!.post(`${useUrl}/confirm`, { id: use }))
    if (act === 'giveBack') return status(clerk!.post(`${useUrl}/give-back`, { id: use }))
    if (act === 'takeBack') return status(keeper!.post(`${useUrl}/takeBack`, { id: use, condition: 'good' }))
    if (act === 'dispose') {
      const { data } = await keeper!.post<Row>(`${disposal}/submit`, draftOf(card))
      return data ? status(keeper!.post(`${disposal}/declare`, { id: data.id })) : 409
    }
    if (act === 'undo') return status(keeper!.post(`${disposal}/undo?ids=${gone}`))
    if (act === 'carryOn') {
      await engineer!.post(`${disposal}/appraise`, { id: gone, appraisal: '旧' })
      await manager!.post(`${disposal}/yesOrNo`, { id: gone, type: 'yes' })
      return status(manager!.post(`${disposal}/audit`, { id: gone, type: 'approve' }))
    }
    const [fromTime, toTime] = [at, at + 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    if (act === 'reserve')
      return status(admin.post(`${useUrl}/shared-borrowing-save`, { deviceId: card, borrowDeptId: medicine, fromTime, toTime }))
    if (act === 'lend') return status(admin.post(`${useUrl}/shared-borrowing-hand-out`, { id: loan }))
    if (act === 'return') return status(admin.post(`${useUrl}/shared-borrowing-return`, { id: loan, condition: 'good' }))
    return status(admin.post(`${useUrl}/shared-borrowing-cancel`, { id: loan }))
  }
  const script = fc.array(fc.tuple(fc.constantFrom<Act>(...acts, ...poolActs), fc.nat(2)), { minLength: 6, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const open = await openOf(card)
      const answers = await Promise.all(steps.map((one) => run(open, one)))
      expect(answers.filter((one) => one >= 500)).toEqual([])
      const [found] = await app.sql(
        `select d.eam_status as state, (select count(*)::int from device_hold h where h.device_id = d.id) as holds,
          (select count(*)::int from device_apply a join device_apply_item i on i.tenant_id = a.tenant_id and i.apply_id = a.id where i.device_id = d.id
            and a.status in ('submitted', 'in_approval', 'approved', 'executing')) as applies,
          (select count(*)::int from device_disposal x join disposal_line l on l.tenant_id = x.tenant_id and l.disposal_id = x.id where l.device_id = d.id
            and x.disposal_status in ('submitted', 'in_approval', 'approved')) as disposals,
          (select count(*)::int from device_use u where u.card_id = d.id and u.event_type = 'borrow' and u.status in ('received', 'returning')) as lent,
          (select count(*)::int from shared_borrowing b where b.device_id = d.id and b.borrowing_status = 'lent') as pooled,
          (select count(*)::int from shared_borrowing b where b.device_id = d.id and b.borrowing_status = 'reserved') as reserved,
          (select count(*)::int from shared_borrowing b where b.device_id = d.id and b.borrowing_status = 'returned'
            and b.fee is distinct from b.units * b.unit_price) as wrong_fees,
          (select count(*)::int from flow_instance f where f.document_id in (select a.id::text from device_apply a join device_apply_item i on i.apply_id = a.id where i.device_id = d.id)
            and (select count(*) from audit_event e where e.tenant_id = f.tenant_id and e.entity = 'flowInstance' and e.entity_id = f.id and e.to_state <> 'running') > 1) as twice
         from device d where d.id = $1`,
        [card],
      )
      const { state, holds, applies, disposals, lent, pooled, reserved, wrong_fees, twice } = found as Record<string, number> & {
        state: string
      }
      expect({ wrong_fees, twice }).toEqual({ wrong_fees: 0, twice: 0 })
      expect(holds).toBe(applies! + disposals!)
      expect(holds).toBeLessThanOrEqual(1)
      expect(lent! + pooled!).toBe(state === 'lent' ? 1 : 0)
      expect(state === 'pending_disposal').toBe(disposals === 1)
      if (disposals === 1) expect(pooled! + reserved!).toBe(0)
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('a device is either moved to another department or disposed of, whichever comes first', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const card = await lab.card()
    const { data: moved } = await lab.apply(clerk!, 'allot', [card])
    const { data: gone } = await keeper!.post<Row>(`${disposal}/submit`, draftOf(card))
    const answers = await Promise.all([lab.submitApply(clerk!, String(moved.id)), keeper!.post(`${disposal}/declare`, { id: gone.id })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.msg).toMatch(/申请 (SQ|CZ)-|不能/)
  }
})
