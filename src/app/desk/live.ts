import { notice } from '#contract/entities/notice/notice.ts'
import { onLiveNews } from '#src/data/live/live-news.ts'
import { startLive } from '#src/data/live/start-live.ts'
import { refreshAfterChange, refreshAnswered } from '#src/data/refresh.ts'
import { loadPerson } from '#src/data/session.ts'
import { lookForUnread } from '#src/data/unread.ts'
import { deskQueries } from './queries.ts'

/** Pages of the desk ask again for what others have changed; what they show stays until the answer is there. Once per page. Returns the function that ends it. */
export function startDeskLive(): () => void {
  let isFirst = true
  const leave = onLiveNews((news) => {
    if (news === 'everything' && isFirst) {
      // The page has just started, and asked for the person and the number of notices itself.
      isFirst = false
      void refreshAnswered(deskQueries)
      return
    }
    void refreshAfterChange(deskQueries, news === 'everything' ? undefined : { rows: news.entities })
    // Rights may be others, too.
    if (news === 'everything') void loadPerson().catch(() => {})
    if (news === 'everything' || news.entities.includes(notice.name)) void lookForUnread()
  })
  const end = startLive()
  return () => {
    leave()
    end()
  }
}
