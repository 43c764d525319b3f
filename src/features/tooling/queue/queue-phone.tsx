import { Button } from 'antd-mobile'
import { Suspense, useMemo, useState } from 'react'
import { AlreadyResolved, chainOf, goingOn } from '#src/data/outbox/settle/resolve.ts'
import type { QueueItem } from '#src/data/outbox/store/queue-model.ts'
import { signOut } from '#src/data/session.ts'
import { useOthers } from '#src/features/identity/public/use-others.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { phoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { keepAsNote, saveRecords, sendAgain, sendAnew, sendWithout, throwAway } from '#src/kit/phone/store/resolve.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { editableFields } from './editable-fields.ts'
import { notePlace } from './note-place.ts'
import { QueueGroupRow } from './queue-group.tsx'
import { type ItemAction, QueueItemRow } from './queue-item.tsx'
import { useNames } from './queue-names.ts'
import { describeGroup, describeOp, groupsOf, type QueueGroup } from './queue-words.ts'
import './queue-phone.css'

const DiscardSheet = later(() => import('./discard-sheet.tsx').then((part) => part.DiscardSheet))
const CompareSheet = later(() => import('./compare-sheet.tsx').then((part) => part.CompareSheet))
const NoteSheet = later(() => import('./note-sheet.tsx').then((part) => part.NoteSheet))
const EditSheet = later(() => import('./edit-sheet.tsx').then((part) => part.EditSheet))

/** A record with the sheet that is open on it. */
interface Opened {
  readonly sheet: 'discard' | 'compare' | 'edit' | 'note'
  readonly item: QueueItem
}

const hasOp = ({ items }: QueueGroup, id: string): boolean => items.some(({ op }) => op.id === id)

/** Everything that waits on this phone, in plain texts, with its actions. */
export function QueuePhone() {
  const speech = useWords()
  const { word } = speech
  const { queue, isRead, sending } = usePhoneStore()
  const { online } = useSync()
  const others = useOthers()
  const [opened, setOpened] = useState<Opened>()
  const [givenUp, setGivenUp] = useState<QueueGroup>()
  const [busy, setBusy] = useState(false)
  const mine = useMemo(() => queue.items.filter((item) => item.state !== 'foreign'), [queue.items])
  const ops = useMemo(() => mine.map((item) => item.op), [mine])
  const names = useNames(ops)
  const attention = mine.filter((item) => item.attention)
  const waiting = mine.filter((item) => !item.attention)
  const close = (): void => {
    setOpened(undefined)
    setGivenUp(undefined)
  }

  const settle = async (work: Promise<unknown>, done?: string): Promise<void> => {
    close()
    try {
      await work
      if (done) void notice(done)
    } catch (error) {
      if (!(error instanceof AlreadyResolved)) throw error
      void notice(word('queue.resolved'))
    }
  }

  const act = (item: QueueItem, action: ItemAction): void => {
    if (action === 'compare' || action === 'edit' || action === 'note') setOpened({ sheet: action, item })
    else if (action === 'retry') void settle(sendAgain(item.op))
    else if (action === 'resend') void settle(sendAnew(item.op))
    else void settle(sendWithout(item.op, word('queue.withoutReason')))
  }

  /** Dependent records are counted and confirmed first, as with every discard. */
  const yieldTo = (item: QueueItem): void => {
    if (chainOf(ops, item.op.id).length > 0) setOpened({ sheet: 'discard', item })
    else void settle(throwAway([item.op.id], word('queue.theirsWin')), word('queue.discarded'))
  }

  const note = ({ op }: QueueItem, reason: string): void => {
    const on = notePlace({ op, state: 'rejected' })
    if (on) void settle(keepAsNote(op, on, reason), word('queue.noted'))
  }

  const sendNow = async (): Promise<void> => {
    setBusy(true)
    await phoneStore().kick('tap')
    setBusy(false)
    const { waiting: left, attention: refused } = usePhoneStore.getState().queue
    void notice(left > 0 ? word('queue.stillWaiting') : refused > 0 ? word('pill.attention', { n: refused }) : word('queue.sentAll'))
  }

  const row = (item: QueueItem) => (
    <QueueItemRow
      key={item.op.id}
      item={item}
      names={names}
      online={online}
      canEdit={Object.keys(editableFields(item.op)).length > 0}
      canNote={notePlace(item) !== undefined}
      onAct={(action) => act(item, action)}
      onDiscard={() => setOpened({ sheet: 'discard', item })}
    />
  )

  const retryAll = ({ items }: QueueGroup) => {
    const again = items.filter(({ actions }) => actions.includes('retry'))
    return again.length > 0 ? () => void settle(Promise.all(again.map(({ op }) => sendAgain(op)))) : undefined
  }

  const rows = (label: string, items: readonly QueueItem[]) => (
    <LongList label={label} items={groupsOf(items)} keyOf={({ key }) => key}>
      {(group) =>
        group.items.length === 1 ? (
          group.items.map(row)
        ) : (
          <QueueGroupRow group={group} names={names} onRetryAll={retryAll(group)} onDiscardAll={() => setGivenUp(group)}>
            {row}
          </QueueGroupRow>
        )
      }
    </LongList>
  )

  return (
    <PhonePage title={word('queue.title')} back="/me">
      {queue.loginNeeded ? (
        <div className="ph-queue-top">
          <p className="ph-alert">{word('queue.loginNeeded')}</p>
          <Button block color="primary" onClick={() => void signOut()}>
            {word('pill.signIn')}
          </Button>
        </div>
      ) : null}
      {isRead ? null : <PageLoading label={word('common.loading')} rows={3} />}
      {isRead && mine.length === 0 ? <PageState title={word('queue.empty')} help={word('queue.emptyHelp')} /> : null}
      {attention.length > 0 ? (
        <>
          <h2 className="ph-heading">{word('queue.attention', { n: attention.length })}</h2>
          {rows(word('queue.needs'), attention)}
        </>
      ) : null}
      {waiting.length > 0 ? (
        <>
          <h2 className="ph-heading">{word('queue.waiting', { n: waiting.length })}</h2>
          <div className="ph-queue-top">
            <Button block color="primary" loading={busy || sending} loadingText={word('pill.sending')} onClick={() => void sendNow()}>
              {word('queue.sendNow')}
            </Button>
          </div>
          {rows(word('queue.waits'), waiting)}
        </>
      ) : null}
      {mine.length > 0 ? (
        <div className="ph-queue-top">
          <Button block fill="outline" onClick={() => void settle(saveRecords(ops), word('queue.exported', { n: ops.length }))}>
            {word('queue.export')}
          </Button>
          <p className="ph-quiet">{word('queue.exportHelp')}</p>
        </div>
      ) : null}
      {others.map(({ userId, name, n }) => (
        <p key={userId} className="ph-quiet ph-more">
          {name ? word('signIn.others', { n, name }) : word('queue.foreign', { n })}
        </p>
      ))}
      <Suspense>
        {givenUp ? (
          <DiscardSheet
            what={word('queue.many', { what: describeGroup(givenUp, names, speech).what, n: givenUp.items.length })}
            others={new Set(givenUp.items.flatMap(({ op }) => chainOf(ops, op.id)).filter((op) => !hasOp(givenUp, op.id))).size}
            goOn={[]}
            onClose={close}
            onDiscard={(reason) =>
              void settle(
                throwAway(
                  givenUp.items.map(({ op }) => op.id),
                  reason,
                ),
                word('queue.discarded'),
              )
            }
          />
        ) : null}
        {opened?.sheet === 'discard' ? (
          <DiscardSheet
            what={describeOp(opened.item.op, names, speech).what}
            others={chainOf(ops, opened.item.op.id).length}
            goOn={goingOn(ops, opened.item.op.id).map((op) => describeOp(op, names, speech).what)}
            onClose={close}
            onDiscard={(reason) => void settle(throwAway([opened.item.op.id], reason), word('queue.discarded'))}
          />
        ) : null}
        {opened?.sheet === 'compare' ? (
          <CompareSheet
            op={opened.item.op}
            names={names}
            canEdit={opened.item.op.current !== null && Object.keys(editableFields(opened.item.op)).length > 0}
            onSend={() => void settle(opened.item.op.current === null ? sendAgain(opened.item.op) : sendAnew(opened.item.op))}
            onEdit={() => setOpened({ sheet: 'edit', item: opened.item })}
            onYield={() => yieldTo(opened.item)}
            onDiscard={() => setOpened({ sheet: 'discard', item: opened.item })}
            onClose={close}
          />
        ) : null}
        {opened?.sheet === 'note' ? (
          <NoteSheet
            what={describeOp(opened.item.op, names, speech).what}
            others={chainOf(ops, opened.item.op.id).length}
            onClose={close}
            onKeep={(reason) => note(opened.item, reason)}
          />
        ) : null}
        {opened?.sheet === 'edit' ? (
          <EditSheet op={opened.item.op} onSave={(body) => void settle(sendAnew(opened.item.op, body))} onClose={close} />
        ) : null}
      </Suspense>
    </PhonePage>
  )
}
