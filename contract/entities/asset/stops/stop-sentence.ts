import type { Words } from '../../../kit/words.ts'
import { type StopCause, type StopKind, stopCauses, stopKinds } from './stop-kinds.ts'

/** A stop as far as its sentence needs it, in wire names. */
export interface StopFacts {
  readonly stopKind: StopKind
  readonly cause?: StopCause | null
  readonly reason?: string | null
  readonly certificateNo?: string | null
  readonly validUntil?: string | null
}

/** What a stop stands on: the certificate with its number and end, or the recall, or the reason of the person who placed it. */
function groundsOf({ cause, reason, certificateNo, validUntil }: StopFacts): Words {
  if (!cause || cause === 'recalled') return { zh: reason ?? '', en: reason ?? '' }
  const { zh, en } = stopCauses[cause]
  if (cause === 'controlFailed') return { zh: `${zh}${reason ? `（${reason}）` : ''}`, en: `${en}${reason ? ` (${reason})` : ''}` }
  const no = certificateNo ? ` ${certificateNo}` : ''
  if (cause === 'expired' && validUntil)
    return { zh: `证书${no} 有效期至 ${validUntil}，已过期`, en: `the certificate${no} was valid until ${validUntil}` }
  return { zh: no ? `${zh}（证书${no}）` : zh, en: no ? `${en} (certificate${no})` : en }
}

/** Why a device may not be used, such as 因计量停用：证书 C-1 有效期至 2026-10-05，已过期. */
export function stopSentence(stop: StopFacts): Words {
  const [kind, grounds] = [stopKinds[stop.stopKind], groundsOf(stop)]
  return { zh: `因${kind.zh}停用：${grounds.zh}`, en: `out of service (${kind.en}): ${grounds.en}` }
}
