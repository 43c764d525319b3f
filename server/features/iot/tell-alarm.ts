import { type Quantity, quantities } from '#contract/entities/iot/sensor-kinds.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Holders, notify } from '#server/features/notice/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'

type Kind = 'alarm_opened' | 'alarm_escalated' | 'alarm_recovered' | 'alarm_no_repair'

const users = (ids: unknown): readonly string[] => (ids as readonly string[] | null) ?? []

/** A number with the unit of its quantity, the same in both languages. */
export const withUnit = (value: unknown, quantity: unknown): string => {
  const unit = quantity ? quantities[quantity as Quantity].unit : ''
  return [String(Number(value)), unit].filter(Boolean).join(' ')
}

/** Tells people of an alarm. `of`: its rule, device and sensor. Those who may acknowledge it are told where a rule names no one. */
export function tellAlarm(by: Acting, tx: Transaction, kind: Kind, of: Row, alarmId: string, detail: string): void {
  const deptId = (of.borrow_dept_id ?? of.use_dept_id) as string | null
  const isEscalated = kind === 'alarm_escalated'
  const named = isEscalated
    ? users(of.escalate_people)
    : [...users(of.people), ...(of.tells_keeper === 1 && of.keeper_id ? [String(of.keeper_id)] : [])]
  const roleId = (isEscalated ? of.escalate_role_id : of.role_id) as string | null
  const holders: Holders[] = roleId
    ? [{ right: 'sensorAlarm.list', deptId, roleId }]
    : named.length === 0
      ? [{ right: 'sensorAlarm.acknowledge', deptId }]
      : []
  notify(by, tx, {
    kind,
    subject: `${of.device_name} ${of.device_code ?? ''}`.trim(),
    detail: [of.rule_name, of.sensor_code, detail].filter(Boolean).join(' · '),
    target: 'sensorAlarm',
    targetId: alarmId,
    to: { users: named, holders },
  })
}
