import { Button } from 'antd-mobile'
import type { Tone } from '#contract/kit/fields/field.ts'
import type { QueueItem, ShownState } from '#src/data/outbox/store/queue-model.ts'
import { Parts } from '#src/kit/parts.tsx'
import { useKeptFiles } from '#src/kit/phone/store/kept-files.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { KeptFileView } from '#src/kit/widgets/phone/kept-file.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'
import type { Names } from './queue-names.ts'
import { describeOp, photosOf, whyOf } from './queue-words.ts'

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

/** The person's choices for a record, besides discarding it. */
export type ItemAction = 'retry' | 'resend' | 'compare' | 'edit' | 'without' | 'note'

export interface QueueItemRowProps {
  readonly item: QueueItem
  readonly names: Names
  readonly online: boolean
  readonly canEdit: boolean
  /** There is a record in whose history it can be kept. */
  readonly canNote: boolean
  readonly onAct: (action: ItemAction) => void
  readonly onDiscard: () => void
}

const words: Readonly<Record<ItemAction, WordKey>> = {
  retry: 'queue.retry',
  resend: 'queue.resend',
  compare: 'queue.compare',
  edit: 'queue.edit',
  without: 'queue.without',
  note: 'queue.note',
}

/** What a person does next about a record that needs them. Here and not among the words of the phone, which load first. */
const nextTexts: Partial<Record<ShownState, { zh: string; en: string }>> = {
  conflict: { zh: '先查看差异，再决定以谁的为准', en: 'View the differences, then choose which version counts' },
  rejected: { zh: '改正后再发送；确实不需要时可不再发送', en: 'Correct and send it again, or discard it if it is not needed' },
  needs_update: { zh: '更新应用后会自动发送', en: 'It is sent once the app is updated' },
  blocked: { zh: '先处理它前面的一条', en: 'Settle the record before it first' },
  parked: { zh: '可以等待，也可以现在重试', en: 'Wait, or retry now' },
}

/** The next actions, the most likely last. */
function actionsOf({ op, state, actions }: QueueItem, canEdit: boolean, canNote: boolean): ItemAction[] {
  const note: ItemAction[] = canNote ? ['note'] : []
  if (state === 'conflict') return [...note, 'compare']
  const edit: ItemAction[] = canEdit && state === 'rejected' ? ['edit'] : []
  const without: ItemAction[] = actions.includes('without') ? ['without'] : []
  const again: ItemAction[] = actions.includes('retry') ? ['retry'] : actions.includes('resend') ? ['resend'] : []
  return op.lastError?.code === 'cannot_upcast' ? [...note, ...edit] : [...note, ...edit, ...without, ...again]
}

/** One waiting record with its actions. */
export function QueueItemRow({ item, names, online, canEdit, canNote, onAct, onDiscard }: QueueItemRowProps) {
  const speech = useWords()
  const { word, say, language } = speech
  const { op, state } = item
  const next = item.attention ? nextTexts[state] : undefined
  const { what, where } = describeOp(op, names, speech)
  const stateWord = state === 'waiting' && !online ? 'queue.state.noSignal' : (`queue.state.${state}` as WordKey)
  const isTagged = item.attention || state === 'sending'
  const facts = [
    word('queue.at', { time: shortTime(op.occurredAt, language) }),
    photosOf(item, word),
    isTagged ? '' : word(stateWord),
    op.attempts > 0 ? word('queue.attempts', { n: op.attempts }) : '',
  ]
  const why = whyOf(item, word)
  return (
    <li className="ph-item">
      <div className="ph-item-head">
        <span>{what}</span>
        {isTagged ? <ToneTag tone={tones[state]}>{word(stateWord)}</ToneTag> : null}
      </div>
      {where ? <p className="ph-quiet">{where}</p> : null}
      <p className="ph-quiet">{facts.filter(Boolean).join(' · ')}</p>
      {why ? <p className="ph-quiet">{word('queue.why', { why })}</p> : null}
      {next ? <p className="ph-item-next">{say(next)}</p> : null}
      {item.attention ? <Parts at={`queue.${op.kind}`} given={{ op }} /> : null}
      {item.attention ? <Parts at={`queue.${op.target.type}`} given={{ op }} /> : null}
      {item.photos.all > 0 ? <Thumbnails ids={op.files ?? []} /> : null}
      {state === 'sending' ? null : (
        <div className="ph-item-actions">
          <Button fill="none" onClick={onDiscard}>
            {word('queue.discard')}
          </Button>
          {actionsOf(item, canEdit, canNote).map((action) => (
            <Button key={action} color="primary" fill="outline" onClick={() => onAct(action)}>
              {word(words[action])}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

function Thumbnails({ ids }: { ids: readonly string[] }) {
  return (
    <p className="ph-thumbs">
      {useKeptFiles(ids)?.map((file) => (
        <KeptFileView key={file.id} of={file} alt="" />
      ))}
    </p>
  )
}
