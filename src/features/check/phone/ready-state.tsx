import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useWords } from '#src/words/words.ts'
import type { Ready } from './use-count.ts'

/** Whether a check can be counted without a network, and what is still missing before that. */
export function useReadyText({ isWhole, got, all }: Ready): string {
  const { word } = useWords()
  const { online } = useSync()
  if (isWhole) return word('count.ready')
  if (got < all) return word(online ? 'count.coming' : 'count.comingOffline', { left: all - got, all })
  return word(online ? 'count.comingSome' : 'count.comingSomeOffline')
}

export function ReadyState({ ready }: { ready: Ready }) {
  const text = useReadyText(ready)
  return <p className={ready.isWhole ? 'ph-quiet ph-count-ready' : 'ph-alert ph-alert-calm ph-count-ready'}>{text}</p>
}
