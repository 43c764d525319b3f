import { Button } from 'antd-mobile'
import type { Tone } from '#contract/kit/field.ts'
import type { Op } from '#src/data/outbox/op.ts'
import type { QueueItem, ShownState } from '#src/data/outbox/queue-model.ts'
import { shortTime } from '#src/kit/phone-time.ts'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { phoneZh } from '#src/words/phone-zh.ts'
import { type Speech, useWords, type WordKey } from '#src/words/words.ts'

const tones: Readonly<Record<ShownState, Tone>> = {
  sending: 'busy',
  waiting: 'plain',
  behind: 'plain',
  blocked: 'warn',
  parked: 'warn',
  foreign: 'plain',
  conflict: 'bad',
  rejected: 'bad',
  needs_update: 'warn',
}

const isWord = (key: string): key is WordKey => key in phoneZh

/** A record in words: what it is and, where it is known, in which check. */
export function describeOp(op: Op, titles: ReadonlyMap<string, string>, word: Speech['word']): { what: string; where: string } {
  const key = `queue.kind.${op.kind}`
  const body = op.body as { code?: string } | null
  const title = titles.get(op.target.id)
  return {
    what: isWord(key) ? word(key, { code: body?.code ?? '' }) : word('queue.kind.other'),
    where: title ? word('queue.inCheck', { title }) : '',
  }
}

/** Why it has not arrived: the server's own sentence where there is one. */
function whyOf(op: Op, word: Speech['word']): string {
  const error = op.lastError
  if (!error) return ''
  if (error.msg) return error.msg
  const key = `queue.error.${error.code}`
  return isWord(key) ? word(key) : word('queue.error.other', { code: error.code })
}

export interface QueueItemRowProps {
  readonly item: QueueItem
  readonly titles: ReadonlyMap<string, string>
  readonly onSend: (isChanged: boolean) => void
  readonly onDiscard: () => void
}

/** One waiting record with what can be done about it. */
export function QueueItemRow({ item, titles, onSend, onDiscard }: QueueItemRowProps) {
  const { word, language } = useWords()
  const { op, state, actions } = item
  const { what, where } = describeOp(op, titles, word)
  const stateWord = `queue.state.${state}` as WordKey
  const why = whyOf(op, word)
  const tries = op.attempts > 0 ? ` · ${word('queue.attempts', { n: op.attempts })}` : ''
  return (
    <li className="ph-item">
      <div className="ph-item-head">
        <span>{what}</span>
        {item.attention || state === 'sending' ? <ToneTag tone={tones[state]}>{word(stateWord)}</ToneTag> : null}
      </div>
      {where ? <p className="ph-quiet">{where}</p> : null}
      <p className="ph-quiet">
        {word('queue.at', { time: shortTime(op.occurredAt, language) })}
        {item.attention || state === 'sending' ? '' : ` · ${word(stateWord)}`}
        {tries}
      </p>
      {why ? <p className="ph-quiet">{word('queue.why', { why })}</p> : null}
      {state === 'sending' ? null : (
        <div className="ph-item-actions">
          <Button fill="none" onClick={onDiscard}>
            {word('queue.discard')}
          </Button>
          {actions.includes('retry') ? (
            <Button color="primary" fill="outline" onClick={() => onSend(false)}>
              {word('queue.retry')}
            </Button>
          ) : actions.includes('resend') ? (
            <Button color="primary" fill="outline" onClick={() => onSend(true)}>
              {word('queue.resend')}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  )
}
