import { keep, kept } from '#src/data/stored.ts'

/** Where the names of those who have signed in on this phone are remembered, by user id: a record knows only the id of whoever wrote it. */
export const PEOPLE = 'phonePeople'

/** Remembers who signed in here. */
export function rememberPerson(userId: string, name: string): void {
  keep(PEOPLE, { ...kept<Record<string, string>>(PEOPLE), [userId]: name })
}
