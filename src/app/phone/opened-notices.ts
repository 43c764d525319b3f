import { language } from '#src/data/language.ts'
import { OPEN } from '#src/data/outbox/send/worker-messages.ts'
import { ownAddress } from '#src/data/own-address.ts'
import { useSession } from '#src/data/session.ts'
import { dropPush, renewPush } from '#src/features/notice/phone/push.ts'
import { pushWords } from '#src/features/notice/phone/push-words.ts'
import { useDirty } from '#src/kit/phone/dirty-forms.ts'
import { notice } from '#src/kit/phone/toast.ts'

/** Opens the page of a notification that the person presses, unless something is typed, and keeps notifications through new sessions of one person. */
export function openNotices(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: string; url?: string }>) => {
    if (data?.type !== OPEN || !data.url) return
    if (useDirty.getState().forms > 0) return void notice(pushWords.waiting[language()])
    history.pushState(null, '', ownAddress(data.url, '/m/'))
    dispatchEvent(new PopStateEvent('popstate'))
  })
  void renewPush(language())
  useSession.subscribe(({ person }, before) => {
    if (person?.user_id === before.person?.user_id) return
    // A sign-out may not have reached the server: the next person of this phone must not be shown what waits for the former one.
    void (person ? renewPush(language()) : dropPush().catch(() => {}))
  })
}
