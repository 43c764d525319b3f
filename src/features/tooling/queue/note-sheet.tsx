import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { noteWords } from './note-words.ts'
import './queue-phone.css'

export interface NoteSheetProps {
  /** The refused record, in words. */
  readonly what: string
  /** How many others that depend on it are kept with it. */
  readonly others: number
  readonly onKeep: (reason: string) => void
  readonly onClose: () => void
}

/** Keeping a refused record as a note, with a word of the person. */
export function NoteSheet({ what, others, onKeep, onClose }: NoteSheetProps) {
  const { word, say } = useWords()
  const [reason, setReason] = useState('')
  useDirtyMark(reason !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onKeep(reason.trim())
  }
  return (
    <Sheet label={word('queue.note')} onClose={onClose}>
      <form className="ph-sheet-form" onSubmit={submit} noValidate>
        <h2>{word('queue.note')}</h2>
        <p>{say(noteWords.noteText(what))}</p>
        {others > 0 ? <p>{say(noteWords.noteChain(others))}</p> : null}
        <label>
          {say(noteWords.noteReason)}
          <textarea className="ph-reason" value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </label>
        <Button block type="submit" color="primary">
          {say(noteWords.noteKeep)}
        </Button>
        <Button block type="button" onClick={onClose}>
          {word('common.cancel')}
        </Button>
      </form>
    </Sheet>
  )
}
