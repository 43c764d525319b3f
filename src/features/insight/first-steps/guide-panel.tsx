import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { setGuide, useGuide } from '#src/kit/guide.ts'
import { useWords } from '#src/words/words.ts'
import { guideOf } from './guides.ts'
import './guide.css'
import { usePutAway } from './use-put-away.ts'
import { guideWords } from './words.ts'

/** On the first page: what a new person tries first, page by page; begun, left and put away at any time. */
function GuidePanel({ name }: { readonly name: string }): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const rights = useSession((state) => state.person?.rights)
  const guide = guideOf(name, rights ?? [])
  const place = useGuide()
  const away = usePutAway(name)
  const at = place?.name === name ? place.at : 0
  if (!guide || guide.steps.length === 0) return null
  const begin = (step: number): void => {
    setGuide({ name, at: step })
    void navigate(guide.steps[step]!.page)
  }
  return (
    <section className="eam-home-panel" aria-label={say(guideWords.title)}>
      <header>
        <h2>{say(guideWords.title)}</h2>
        <span className="eam-home-note eam-home-cut">{say(guideWords.hint)}</span>
        <span className="eam-actions">
          <Button type="text" size="small" loading={away.isBusy} onClick={away.run}>
            {say(guideWords.hide)}
          </Button>
          <Button type="primary" size="small" onClick={() => begin(Math.min(at, guide.steps.length - 1))}>
            {say(place?.name === name ? guideWords.goOn : guideWords.start)}
          </Button>
        </span>
      </header>
      <ol className="eam-guide-steps">
        {guide.steps.map((step, index) => (
          <li key={step.en} aria-current={place?.name === name && index === at ? 'step' : undefined}>
            <Link to={step.page} title={say(step.task)} onClick={() => setGuide({ name, at: index })}>
              {say(step)}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The panel of one guide, as the first page shows it. */
export const guidePanel = (name: string) => () => <GuidePanel name={name} />
