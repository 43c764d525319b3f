import { SameText } from './acceptance.ts'
import type { Hit } from './hit.ts'

/** Interval of the reports of a bulk reader, milliseconds. */
export const BATCH_MS = 100

/** Batches the hits of a bulk RFID reader; each tag at most once per two seconds. The first hit after a pause is reported at once. */
export class ReaderBatch {
  private readonly same = new SameText()
  private waiting: Hit[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly tell: (hits: readonly Hit[]) => void) {}

  /** Adds a hit; reports it at once or with the next batch. */
  add(hit: Hit): void {
    if (!this.same.isNew(hit.text, hit.at)) return
    this.waiting.push(hit)
    if (this.timer === undefined) this.flush()
  }

  /** Reports the pending hits and stops. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.waiting.length > 0) this.tell(this.waiting.splice(0))
  }

  private readonly flush = (): void => {
    this.timer = undefined
    if (this.waiting.length === 0) return
    this.timer = setTimeout(this.flush, BATCH_MS)
    this.tell(this.waiting.splice(0))
  }
}
