import { CheckCircleFilled, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hospitals } from '#contract/calls/settings/hospital.ts'
import { useCall } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'

export interface Step {
  readonly code: string
  readonly name: string
  readonly hint: string
  readonly page: string
  readonly isDone: boolean | null
}

/** The first step of an empty platform, for who may take it; nothing once it is done. */
export function PlatformSteps(): ReactNode {
  const { word } = useWords()
  const { data } = useCall(hospitals, { current: 1, size: 1 })
  if (!data || data.total > 1) return null
  const step = { code: 'hospital', name: word('start.hospital'), hint: word('start.hospitalHint'), page: '/system/hospital', isDone: false }
  return <Steps steps={[step]} />
}

/** The steps of a hospital that has nothing yet, in order. */
export function Steps({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const { word } = useWords()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="eam-home-panel eam-start" aria-label={word('start.title')}>
      <header>
        <h2>{word('start.title')}</h2>
        <span className="eam-home-note">{word('home.stepsDone', { done, all: steps.length })}</span>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li key={step.code} className={step.isDone ? 'eam-start-done' : step === next ? 'eam-start-next' : undefined}>
            <span className="eam-start-mark" aria-hidden>
              {step.isDone ? <CheckCircleFilled /> : index + 1}
            </span>
            <div>
              <strong>{step.name}</strong>
              <span>{step.hint}</span>
            </div>
            {step.isDone ? (
              <span>{word('start.done')}</span>
            ) : (
              <Link to={step.page} aria-label={`${word('start.go')}: ${step.name}`}>
                {word('start.go')} <RightOutlined aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
