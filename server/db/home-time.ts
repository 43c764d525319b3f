import { homeOffset } from '#contract/kit/time/moment.ts'

/**
 * SQL that converts a moment to home time, or a home time to a moment. Use the parts (`extract`, `date_trunc`, `to_char`) of this only:
 * without it they follow the time zone of the database.
 */
export const homeTimeSql = (moment: string): string => `((${moment}) at time zone interval '${homeOffset}')`

/** SQL of the home day of a moment. */
export const homeDaySql = (moment: string): string => `${homeTimeSql(moment)}::date`
