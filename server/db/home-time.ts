import { homeOffset } from '#contract/kit/moment.ts'

/**
 * SQL: a moment as clocks show it where hospitals are, or such a time as a moment. Only its parts (`extract`, `date_trunc`, `to_char`) are
 * those of the tenant's day; without it they are those of the database's zone.
 */
export const homeTimeSql = (moment: string): string => `((${moment}) at time zone interval '${homeOffset}')`

/** SQL: the day of a moment where hospitals are. */
export const homeDaySql = (moment: string): string => `${homeTimeSql(moment)}::date`
