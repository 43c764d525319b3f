import { Alert, Button, Progress } from 'antd'
import { type ReactNode, useRef } from 'react'
import type { Words } from '#contract/kit/words.ts'
import { useWords } from '#src/words/words.ts'
import './fact-list.css'
import { factWords, packMb } from './fact-words.ts'

/** What the reading of a file is at. */
export type ReadingStage =
  | { readonly is: 'idle' | 'asking' | 'reading' | 'read' | 'failed' }
  /** The files that read text are being fetched. */
  | { readonly is: 'loading'; readonly percent: number }

interface Props {
  /** What the button does. */
  readonly title: Words
  readonly icon: ReactNode
  /** Types of files, as an input takes them. */
  readonly accepted: string
  readonly stage: ReadingStage
  /** What is said while a file is read. */
  readonly reading: Words
  /** Why nothing was read. */
  readonly fault: Words | undefined
  readonly onFile: (file: File) => void
  /** The person agrees to the download. */
  readonly onAgree: () => void
  readonly onStop: () => void
  /** Next to the button. */
  readonly beside?: ReactNode
  /** What was read. */
  readonly children: ReactNode
}

/** Above the fields of a form: chooses a file to read, asks before a download, and says how far it is or why nothing was read. */
export function ReadingFrame(props: Props): ReactNode {
  const { title, icon, accepted, stage, reading, fault, onFile, onAgree, onStop, beside, children } = props
  const { say } = useWords()
  const chosen = useRef<HTMLInputElement>(null)
  const isBusy = stage.is === 'loading' || stage.is === 'reading'
  return (
    <section className="eam-plate" aria-label={say(title)}>
      <div className="eam-plate-acts">
        <Button icon={icon} disabled={isBusy} onClick={() => chosen.current?.click()}>
          {say(title)}
        </Button>
        <input
          ref={chosen}
          type="file"
          accept={accepted}
          // A rule of the library shows inputs that are only `hidden`.
          style={{ display: 'none' }}
          aria-label={say(title)}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file may be chosen again.
            target.value = ''
            if (file) onFile(file)
          }}
        />
        {beside}
      </div>
      <div role="status">
        {stage.is === 'loading' && (
          <p className="eam-plate-wait">
            {`${say(factWords.ask)} ${packMb} MB`}
            <Progress percent={stage.percent} size="small" aria-label={say(factWords.ask)} />
          </p>
        )}
        {stage.is === 'reading' && <p className="eam-plate-wait">{say(reading)}…</p>}
        {isBusy && (
          <Button size="small" onClick={onStop}>
            {say(factWords.stop)}
          </Button>
        )}
      </div>
      {stage.is === 'asking' && (
        <Alert
          type="info"
          title={say(factWords.askWhy)}
          action={
            <>
              <Button size="small" type="primary" onClick={onAgree}>
                {say(factWords.ask)}
              </Button>{' '}
              <Button size="small" onClick={onStop}>
                {say(factWords.notNow)}
              </Button>
            </>
          }
        />
      )}
      {fault && <Alert type="warning" showIcon role="alert" title={say(fault)} />}
      {children}
    </section>
  )
}
