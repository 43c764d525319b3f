import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { setGuide, useGuide } from '#src/kit/guide.ts'
import { useWords } from '#src/words/words.ts'
import { guideOf } from './guides.ts'
import './guide.css'
import { usePutAway } from './use-put-away.ts'
import { guideWords } from './words.ts'

/** Above the page of a step: what to try there, and the way to the next one. It covers nothing. */
export function GuideBar(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const rights = useSession((state) => state.person?.rights)
  const place = useGuide()
  const away = usePutAway(place?.name ?? '')
  const steps = place && guideOf(place.name, rights ?? [])?.steps
  const step = steps?.[place?.at ?? 0]
  if (!place || !steps || !step) return null
  const go = (at: number): void => {
    setGuide({ name: place.name, at })
    void navigate(steps[at]!.page)
  }
  const isLast = place.at === steps.length - 1
  return (
    <section className="eam-guide" aria-label={say(guideWords.title)}>
      <p>
        <strong>
          {place.at + 1}/{steps.length} {say(step)}
        </strong>{' '}
        {say(step.task)}
      </p>
      <span className="eam-actions">
        {place.at > 0 && (
          <Button size="small" onClick={() => go(place.at - 1)}>
            {say(guideWords.back)}
          </Button>
        )}
        <Button size="small" type="primary" loading={away.isBusy} onClick={() => (isLast ? away.run() : go(place.at + 1))}>
          {say(isLast ? guideWords.done : guideWords.next)}
        </Button>
        <Button size="small" type="text" onClick={() => setGuide({ ...place, isPaused: true })}>
          {say(guideWords.later)}
        </Button>
      </span>
    </section>
  )
}
