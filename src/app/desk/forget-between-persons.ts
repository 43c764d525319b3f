import { clearLately } from '#src/data/lately.ts'
import { useSession } from '#src/data/session.ts'
import { forget } from '#src/data/stored.ts'
import { deskQueries } from './queries.ts'
import { clearRecent } from './search/recent.ts'
import { clearTabs } from './tabs.ts'

/** One person's pages and data never reach the next one. Once per page. */
export function forgetBetweenPersons(): void {
  useSession.subscribe((now, before) => {
    if (now.person?.user_id === before.person?.user_id && now.person?.tenantId === before.person?.tenantId) return
    clearTabs()
    clearRecent()
    clearLately()
    forget('boards')
    deskQueries.clear()
  })
}
