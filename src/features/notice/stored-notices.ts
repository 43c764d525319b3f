import { readRows } from '#src/data/cache/read-rows.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { usePaced } from '#src/kit/phone/use-paced.ts'

/** A notice as phones keep it. */
export interface PhoneNotice {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly detail: string | null
  readonly target: string | null
  readonly targetId: string | null
  readonly isRead: 0 | 1 | null
  readonly sentAt: string | null
}

async function readNotices(of: PhoneStore): Promise<PhoneNotice[]> {
  const rows = (await readRows(of, 'notice')) as unknown as PhoneNotice[]
  return rows.sort((a, b) => (b.sentAt ?? '').localeCompare(a.sentAt ?? ''))
}

/** The person's notices on this phone, the newest first; undefined while they are read. */
export function useNotices(): PhoneNotice[] | undefined {
  return usePaced(readNotices)
}

/** How many of them the person has not read. */
export function useUnread(): number {
  return useNotices()?.filter((one) => one.isRead !== 1).length ?? 0
}

/** Marks a notice as read, now here and on the server when it can. */
export async function markRead(id: string): Promise<void> {
  await write({ kind: 'notice.tagRead', target: { type: 'notice', id }, lane: `notice:${id}`, body: { ids: [id] } })
}
