/** What tells whether a borrowed device is overdue. */
export interface Due {
  readonly status?: unknown
  readonly eventType?: unknown
  readonly returnTime?: unknown
}

/** The begun days since a borrowed device was due that has not been taken back; 0: none. `now`: milliseconds. */
export function daysOverdue({ status, eventType, returnTime }: Due, now: number): number {
  const isOut = eventType === 'borrow' && (status === 'received' || status === 'returning')
  const due = isOut && typeof returnTime === 'string' ? Date.parse(returnTime) : Number.NaN
  return due < now ? Math.ceil((now - due) / 86_400_000) : 0
}
