import { Button } from 'antd-mobile'
import { Suspense, useState } from 'react'
import type { QueueItem } from '#src/data/outbox/queue-model.ts'
import { AlreadyResolved, chainOf } from '#src/data/outbox/resolve.ts'
import { signOut } from '#src/data/session.ts'
import { pulledRows, useStored } from '#src/kit/phone-data.ts'
import { later } from '#src/kit/phone-later.ts'
import { notice } from '#src/kit/phone-notice.ts'
import { sendAgain, throwAway } from '#src/kit/phone-resolve.ts'
import { station, useStation } from '#src/kit/phone-station.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { describeOp, QueueItemRow } from './queue-item.tsx'
import { useOthers } from './use-others.ts'
import './queue-phone.css'

const DiscardSheet = later(() => import('./discard-sheet.tsx').then((part) => part.DiscardSheet))

const none: ReadonlyMap<string, string> = new Map()

/** The titles of the checks on this phone, by id. */
function useTitles(): ReadonlyMap<string, string> {
  const found = useStored(async (of) => {
    const tasks = await pulledRows<{ id: string; checkTitle: string }>(of, 'checkTask')
    return new Map(tasks.map((task) => [task.id, task.checkTitle]))
  }, [])
  return found ?? none
}

/** Everything that waits on this phone, in words, with what can be done about it. */
export function QueuePhone() {
  const { word } = useWords()
  const { queue, isRead, sending } = useStation()
  const titles = useTitles()
  const others = useOthers()
  const [doomed, setDoomed] = useState<QueueItem>()
  const [busy, setBusy] = useState(false)
  const mine = queue.items.filter((item) => item.state !== 'foreign')
  const attention = mine.filter((item) => item.attention)
  const waiting = mine.filter((item) => !item.attention)

  const settle = async (work: Promise<unknown>, done?: string): Promise<void> => {
    try {
      await work
      if (done) void notice(done)
    } catch (error) {
      if (!(error instanceof AlreadyResolved)) throw error
      void notice(word('queue.resolved'))
    }
  }

  const sendNow = async (): Promise<void> => {
    setBusy(true)
    await station().kick('tap')
    setBusy(false)
    const { waiting: left, attention: refused } = useStation.getState().queue
    void notice(left > 0 ? word('queue.stillWaiting') : refused > 0 ? word('pill.attention', { n: refused }) : word('queue.sentAll'))
  }

  const rows = (items: readonly QueueItem[]) =>
    items.map((item) => (
      <QueueItemRow
        key={item.op.id}
        item={item}
        titles={titles}
        onSend={(isChanged) => void settle(sendAgain(item.op, isChanged))}
        onDiscard={() => setDoomed(item)}
      />
    ))

  return (
    <PhonePage title={word('queue.title')}>
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
          <ul className="ph-rows">{rows(attention)}</ul>
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
          <ul className="ph-rows">{rows(waiting)}</ul>
        </>
      ) : null}
      {others.map(({ userId, name, n }) => (
        <p key={userId} className="ph-quiet ph-more">
          {name ? word('signIn.others', { n, name }) : word('queue.foreign', { n })}
        </p>
      ))}
      {doomed ? (
        <Suspense>
          <DiscardSheet
            what={describeOp(doomed.op, titles, word).what}
            others={
              chainOf(
                mine.map((item) => item.op),
                doomed.op.id,
              ).length
            }
            onClose={() => setDoomed(undefined)}
            onDiscard={(reason) => {
              setDoomed(undefined)
              void settle(throwAway([doomed.op.id], reason), word('queue.discarded'))
            }}
          />
        </Suspense>
      ) : null}
    </PhonePage>
  )
}
