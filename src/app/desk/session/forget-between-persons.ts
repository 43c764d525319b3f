import { clearLately } from '#src/data/lately.ts'
import { type Person, useSession } from '#src/data/session.ts'
import { forget } from '#src/data/stored.ts'
import { deskQueries } from '../queries.ts'
import { clearRecent } from '../search/recent.ts'
import { clearTabs } from '../tabs/tabs.ts'

type Signed = Pick<Person, 'user_id' | 'tenantId'> | undefined

/**
 * One person's pages and data never reach the next one. Once per page. `first`: who was signed in when the page was opened; it may be someone else by
 * now.
 */
export function forgetBetweenPersons(first: Signed): void {
  const forgetIfOther = (now: Signed, before: Signed): void => {
    if (now?.user_id === before?.user_id && now?.tenantId === before?.tenantId) return
    clearTabs()
    clearRecent()
    clearLately()
    forget('boards')
    deskQueries.clear()
  }
  useSession.subscribe((now, before) => forgetIfOther(now.person, before.person))
  forgetIfOther(useSession.getState().person, first)
}
