import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import { onCallHandOver } from '#contract/entities/service/oncall/on-call-rules.ts'
import { onCallShift } from '#contract/entities/service/oncall/on-call-shift.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { refuseUnable } from '#server/features/identity/public.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import { type HandOver, moveAll, type OpenWork } from '#server/kit/steps/open-work.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** Refuses to hand over to who may not repair. */
const refuseOthers = ({ tx, to }: HandOver): Promise<void> =>
  refuseUnable(repairFlow.steps.accept.may, tx, to.id, {
    zh: '待交接的有值班，接手人的角色不能维修',
    en: 'Time on call is to be handed over, but the colleague’s role cannot repair',
  })

/** SQL over a shift `s`: it is not over. `day`, `now`: placeholders. */
const isToCome = (day: string, now: string): string =>
  `not s.is_deleted and (case when s.shift_kind = 'weekly' then s.valid_to is null or s.valid_to >= ${day} else s.ends_at > ${now}::timestamptz end)`

/** The shifts that a person has from now on, also as backup. */
export const shiftsToCome: OpenWork = {
  of: onCallShift,
  rule: onCallHandOver,
  as: 'onCallShifts',
  states: onCallShift.fields.shiftKind.of,
  waitingSql: (into, tenant, users) => {
    const now = new Date()
    return `select s.id, s.shift_title as title, s.shift_kind as state, p.id as user_id from on_call_shift s cross join lateral (select distinct unnest(array[s.person_id, s.backup_id])) p(id)
      where s.tenant_id = ${tenant} and p.id = any(${users}::uuid[]) and ${isToCome(into.add(homeDay(now)), into.add(now.toISOString()))}`
  },
  async handOver(given) {
    const { context, tx, from, to } = given
    const { occurredAt } = context
    const { rows: found } = await tx.run({
      text: `select s.id from on_call_shift s where s.tenant_id = $1 and (s.person_id = $2 or s.backup_id = $2) and ${isToCome('$3', '$4')}`,
      values: [tx.tenantId, from.id, homeDay(occurredAt), occurredAt],
    })
    if (found.length === 0) return 0
    await refuseOthers(given)
    const shifts = await lockByRule(
      onCallShift,
      context,
      tx,
      found.map((row) => row.id),
    )
    const names = { fromName: String(from.real_name), toName: String(to.real_name) }
    await writeRows(
      onCallShift,
      context,
      tx,
      { verb: 'change' },
      shifts.map((row) => {
        const isOnCall = row.person_id === from.id
        const person = isOnCall ? to.id : row.person_id
        // No one is their own backup.
        const others = row.backup_id === from.id ? to.id : row.backup_id
        const backup = others === person ? null : others
        return {
          row,
          set: { person_id: person, backup_id: backup },
          changes: {
            ...(isOnCall && { personId: { from: from.id, to: to.id, ...names } }),
            ...(backup !== row.backup_id && {
              backupId: {
                from: row.backup_id,
                to: backup,
                fromName: row.backup_id === from.id ? names.fromName : names.toName,
                toName: backup ? names.toName : null,
              },
            }),
          },
        }
      }),
    )
    return shifts.length
  },
}

/** The rotas that a person leads. */
export const ledRotas: OpenWork = {
  of: onCallRota,
  rule: onCallHandOver,
  as: 'onCallRotas',
  states: { led: { zh: '值班负责人', en: 'On-call leader' } },
  waitingSql: (_into, tenant, users) => `
    select r.id, r.rota_name as title, 'led' as state, r.leader_id as user_id from on_call_rota r
    where r.tenant_id = ${tenant} and r.leader_id = any(${users}::uuid[]) and not r.is_deleted`,
  async handOver(given) {
    const rows = await moveAll(given, onCallRota, 'leader')
    if (rows.length > 0) await refuseOthers(given)
    return rows.length
  },
}
