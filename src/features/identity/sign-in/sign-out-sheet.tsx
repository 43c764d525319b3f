import { Button } from 'antd-mobile'
import { useState } from 'react'
import { signOutOfPhone } from '#src/kit/phone/sign-out.ts'
import { phoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { throwAway } from '#src/kit/phone/store/resolve.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { signOutWords } from './sign-out-words.ts'

/** Signing out: records that have not arrived are sent first, kept for later or discarded by typing their number. */
export function SignOutSheet({ onClose }: { onClose: () => void }) {
  const { word, say } = useWords()
  const queue = usePhoneStore((state) => state.queue)
  const mine = queue.items.filter((item) => item.state !== 'foreign')
  const n = mine.length
  const [typed, setTyped] = useState('')
  const [isDiscarding, setDiscarding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const sendFirst = async (): Promise<void> => {
    setBusy(true)
    setProblem('')
    await phoneStore().kick('tap')
    const { waiting, attention } = usePhoneStore.getState().queue
    if (waiting + attention === 0) return signOutOfPhone()
    setBusy(false)
    setProblem(say(signOutWords.sendFailed(waiting + attention)))
  }

  const discardAll = async (): Promise<void> => {
    setBusy(true)
    await throwAway(
      mine.map((item) => item.op.id),
      say(signOutWords.reason),
    )
    // Their discard notes are for the server; notes that cannot be sent now wait for the next sign-in.
    await phoneStore().kick('tap')
    await signOutOfPhone()
  }

  return (
    <Sheet label={word('out.title')} onClose={onClose}>
      <div className="ph-sheet-form">
        <h2>{n > 0 ? say(signOutWords.pending(n)) : word('out.title')}</h2>
        {problem ? (
          <p className="ph-alert" role="alert">
            {problem}
          </p>
        ) : null}
        {n === 0 ? (
          <>
            <p>{say(signOutWords.plain)}</p>
            <Button block color="primary" loading={busy} onClick={() => void signOutOfPhone()}>
              {word('out.title')}
            </Button>
          </>
        ) : isDiscarding ? (
          <>
            <p>{say(signOutWords.discardAsk(n))}</p>
            <label className="ph-label">
              {say(signOutWords.discardLabel(n))}
              <span className="ph-field">
                <input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
              </span>
            </label>
            <Button block color="danger" loading={busy} disabled={typed.trim() !== String(n)} onClick={() => void discardAll()}>
              {say(signOutWords.discard)}
            </Button>
          </>
        ) : (
          <>
            <Button block color="primary" loading={busy} loadingText={say(signOutWords.sending)} onClick={() => void sendFirst()}>
              {say(signOutWords.send)}
            </Button>
            <Button block disabled={busy} onClick={() => void signOutOfPhone()}>
              {say(signOutWords.keep)}
            </Button>
            <p className="ph-quiet">{say(signOutWords.keepHelp)}</p>
            <Button block color="danger" fill="outline" disabled={busy} onClick={() => setDiscarding(true)}>
              {say(signOutWords.discard)}
            </Button>
          </>
        )}
        <Button block fill="none" disabled={busy} onClick={onClose}>
          {word('common.cancel')}
        </Button>
      </div>
    </Sheet>
  )
}
