/** Hours that a notice may be late: an older one is no news. */
const lateHours = 6

/** SQL over channel `c`: it is in service. */
export const openChannel = 'not c.is_deleted and coalesce(c.is_stopped, 0) = 0'

/** SQL over channel `c`: the earliest moment of what still leaves by it. */
export const freshSince = `greatest(c.opened_at, now() - interval '${lateHours} hours')`

/** SQL over the id of what is told: it was queued for channel `c` before. */
export const isQueued = (id: string): string =>
  `exists (select 1 from notice_delivery d where d.tenant_id = c.tenant_id and d.channel_id = c.id and d.told_id = ${id})`
