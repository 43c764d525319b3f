import type { devicesToday } from '#contract/calls/insight/daily.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { dayStart, homeDay } from '#contract/kit/time/day.ts'
import type { Parameters } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { listPlan } from '#server/kit/read/list.ts'

/** Filed devices with when they were seen last and what happened to them today, of the count and use records that the person sees. */
export function devicesOfToday(context: Context): ReadPlan<AnswerOf<typeof devicesToday>> {
  const { actor } = context
  const more = (into: Parameters) => {
    const since = `${into.add(dayStart(homeDay(context.occurredAt)))}::timestamptz`
    const scoped = (condition: string): string => (condition ? ` and ${condition}` : '')
    const scans = mayList(actor, checkScan)
      ? ` left join lateral (select max(s.corrected_at) as last, count(*) filter (where s.corrected_at >= ${since})::int as today from check_scan s
          where s.tenant_id = t.tenant_id and s.device_id = t.id and s.is_withdrawn is distinct from 1${scoped(scopeSql(checkScan, actor, 's', into))}) scans on true`
      : ''
    const uses = mayList(actor, deviceUse)
      ? ` left join lateral (select max(greatest(u.handed_at, u.received_at, u.actual_return_time)) as last,
          coalesce(bool_or(u.event_type = 'borrow' and u.received_at >= ${since}), false)::int as lent from device_use u
          where u.tenant_id = t.tenant_id and u.card_id = t.id and not u.is_deleted${scoped(scopeSql(deviceUse, actor, 'u', into))}) uses on true`
      : ''
    const [seen, moved] = [scans ? 'scans.last' : 'null::timestamptz', uses ? 'uses.last' : 'null::timestamptz']
    const last = `greatest(${seen}, ${moved})`
    const used = scans || uses ? `coalesce(${last} >= ${since}, false)::int` : `(case when ${since} is null then 1 end)::int`
    return {
      columns: `, ${last} as "lastSeenAt", ${scans ? 'scans.today' : 'null::int'} as "scannedToday", ${uses ? 'uses.lent' : 'null::int'} as "lentToday", ${used} as "usedToday"`,
      joins: scans + uses,
      named: [],
    }
  }
  const input = { ...context.input, filingStatus: 'filed' }
  return listPlan(actor.settings.view(device), { ...context, input }, [], undefined, { more }) as never
}
