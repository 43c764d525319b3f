import type { Row } from '#server/db/query.ts'

/** `住院楼 8层 808`: a place by its building and floor; the courtyard is left out, for buildings have names of their own. */
export const joinName = (parent: Row | undefined, name: string): string =>
  !parent || parent.level === 'courtyard' ? name : `${parent.full_name} ${name}`
