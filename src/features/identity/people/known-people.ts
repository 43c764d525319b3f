import { keep, kept } from '#src/data/stored.ts'

/** Storage key of the names of the people who have signed in on this phone, by user id: a record holds only the id of its author. */
export const PEOPLE = 'phonePeople'

/** Remembers the people who signed in here. */
export function rememberPerson(userId: string, name: string): void {
  keep(PEOPLE, { ...kept<Record<string, string>>(PEOPLE), [userId]: name })
}
