import { availability } from '#contract/measures/availability.ts'
import { homeTimeSql } from '#server/db/home-time.ts'
import { amountsOf } from '#server/kit/measures/amounts.ts'

/** SQL of a stretch of time whose end is open or not before its start. */
const stretch = (from: string, to: string): string => `tstzrange(${from}, case when ${to} is not null then greatest(${to}, ${from}) end)`

// A device is in service from its first use. It cannot be used from a report that says so until the order is closed, and while it is stopped.
amountsOf(availability, ({ tenant, from, to }) => {
  const live = (alias: string): string =>
    `${alias}.tenant_id = ${tenant} and not ${alias}.is_deleted and ${alias}.repair_status <> 'cancelled'`
  // Of repairs from before it is not known whether they came back.
  const hasEvent = (verb: string): string => `exists (select 1 from audit_event e where e.tenant_id = r.tenant_id
    and e.entity = 'repairOrder' and e.entity_id = r.id and e.verb = '${verb}')`
  const meets = (since: string, until: string): string => `${since} < ${to} and (${until} is null or ${until} > ${from})`
  const since = `least(greatest(${from}, ${homeTimeSql('t.enable_date::timestamp')}), ${to})`
  const minutes = (seconds: string): string => `(${seconds} / 60)`
  return {
    joins: ` left join (select d.device_id, range_agg(d.during) as ranges from (
        select r.device_id, ${stretch('r.reported_at', 'r.closed_at')} as during from repair_order r
          where ${live('r')} and r.is_stopped = 1 and ${meets('r.reported_at', 'r.closed_at')}
        union all select s.device_id, ${stretch('s.since', 's.lifted_at')} from device_stop s
          where s.tenant_id = ${tenant} and ${meets('s.since', 's.lifted_at')}) d group by 1) down on down.device_id = t.id
      left join (select r.device_id, count(*) as failures, count(r.finished_at) as repairs,
          count(*) filter (where r.repair_status = 'done' and not ${hasEvent('enterPast')}) as signed_off,
          count(*) filter (where r.repair_status = 'done' and not ${hasEvent('enterPast')} and not ${hasEvent('sendBack')}) as at_once,
          sum(${minutes('extract(epoch from r.finished_at - r.reported_at)')} - coalesce(r.waited_minutes, 0)) as repaired
        from repair_order r where ${live('r')} and r.reported_at >= ${from} and r.reported_at < ${to} group by 1) failed on failed.device_id = t.id`,
    columns: {
      held: minutes(`extract(epoch from ${to} - ${since})`),
      down: `(select sum(${minutes('extract(epoch from upper(x) - lower(x))')}) from unnest(down.ranges * tstzmultirange(tstzrange(${since}, ${to}))) x)`,
      failures: 'failed.failures',
      repairs: 'failed.repairs',
      repaired: 'failed.repaired',
      signedOff: 'failed.signed_off',
      fixedAtOnce: 'failed.at_once',
    },
  }
})
