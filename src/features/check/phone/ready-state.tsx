import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useWords } from '#src/words/words.ts'
import { countWords } from '../phone-words.ts'
import type { Ready } from './use-count.ts'

/** Whether a check can be counted without a network, and what is still missing before that. */
export function useReadyText({ isWhole, got, all }: Ready): string {
  const { say } = useWords()
  const { online } = useSync()
  if (isWhole) return say(countWords.ready)
  if (got < all) return say((online ? countWords.coming : countWords.comingOffline)(all - got, all))
  return say(online ? countWords.comingSome : countWords.comingSomeOffline)
}

export function ReadyState({ ready }: { ready: Ready }) {
  const text = useReadyText(ready)
  return <p className={ready.isWhole ? 'ph-quiet ph-count-ready' : 'ph-alert ph-alert-calm ph-count-ready'}>{text}</p>
}
