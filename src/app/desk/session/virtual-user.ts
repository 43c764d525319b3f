import { virtualNickName } from '#contract/roles.ts'
import { type Person, signOut } from '#src/data/session.ts'
import { forgetAll } from '#src/data/stored.ts'

/** The pages of the virtual user; it lands on the first. */
export const wallPages: readonly string[] = ['/datav/dept', '/datav/device']

/** Whether a person is the virtual user of a screen on a wall. */
export const isVirtual = (person: Pick<Person, 'nickName'> | undefined): boolean => person?.nickName === virtualNickName

/** Sends the virtual user away from a page that is none of its own: what is stored here is forgotten, and the session ends. */
export function sendAway(): void {
  forgetAll()
  void signOut()
}
