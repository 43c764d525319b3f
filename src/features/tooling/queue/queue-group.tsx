import { Button } from 'antd-mobile'
import { type ReactNode, useState } from 'react'
import type { QueueItem } from '#src/data/outbox/store/queue-model.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { shortTime } from '#src/kit/phone/time.ts'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { useWords } from '#src/words/words.ts'
import type { Names } from './queue-names.ts'
import { describeGroup, type QueueGroup } from './queue-words.ts'

export interface QueueGroupRowProps {
  readonly group: QueueGroup
  readonly names: Names
  /** Draws one record. */
  readonly children: (item: QueueItem) => ReactNode
  /** Absent where nothing of the group can be sent again. */
  readonly onRetryAll?: (() => void) | undefined
  readonly onDiscardAll: () => void
}

/** Several records about one thing: what it is and how many there are; a tap opens them. */
export function QueueGroupRow({ group, names, children, onRetryAll, onDiscardAll }: QueueGroupRowProps) {
  const speech = useWords()
  const { word, language } = speech
  const [isOpen, setOpen] = useState(false)
  const { items } = group
  const { what, kinds } = describeGroup(group, names, speech)
  const needs = items.some((item) => item.attention)
  return (
    <li className="ph-queue-group">
      <button type="button" className="ph-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="ph-row-main">
          <span className="ph-row-title">
            <span>{what}</span>
          </span>
          <span className="ph-quiet ph-row-more">{kinds}</span>
          <span className="ph-quiet ph-row-more">
            {word('queue.groupOf', { n: items.length, time: shortTime(items[0]?.op.occurredAt ?? '', language) })}
          </span>
        </span>
        <span className="ph-row-side">{icons.forward}</span>
      </button>
      {isOpen && needs ? (
        <div className="ph-item-actions ph-queue-all">
          <Button fill="none" onClick={onDiscardAll}>
            {word('queue.discardAll')}
          </Button>
          {onRetryAll ? (
            <Button color="primary" fill="outline" onClick={onRetryAll}>
              {word('queue.retryAll')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOpen ? (
        <LongList label={what} items={items} keyOf={(item) => item.op.id}>
          {children}
        </LongList>
      ) : null}
    </li>
  )
}
