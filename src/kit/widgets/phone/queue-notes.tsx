import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { useWords } from '#src/words/words.ts'
import './phone-parts.css'

/** Says on the page of a record what of it waits in the queue of this phone, and what the server did not accept. */
export function QueueNotes({ id }: { readonly id: string }): ReactNode {
  const { word } = useWords()
  const isWaiting = usePhoneStore(({ queue }) => queue.items.some(({ op, attention }) => op.target.id === id && !attention))
  const isStuck = usePhoneStore(({ queue }) => queue.items.some(({ op, attention }) => op.target.id === id && attention))
  return (
    <>
      {isStuck ? (
        <div className="ph-alert ph-queue-note" role="alert">
          {word('queue.stuck')}
          <br />
          <Link className="ph-text-link" to="/queue">
            {word('pill.open')}
          </Link>
        </div>
      ) : null}
      {isWaiting ? (
        <p className="ph-alert ph-alert-calm ph-queue-note" role="status">
          {word('queue.pending')}
        </p>
      ) : null}
    </>
  )
}
