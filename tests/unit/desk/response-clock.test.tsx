import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { responseLimits } from '#contract/entities/service/repair-states.ts'
import { ResponseClock } from '#src/features/service/response-clock.tsx'

const clock = (urgency: string, minutesAgo: number): string => {
  const reportedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  return renderToStaticMarkup(
    <ResponseClock times={{ reportedAt, acceptedAt: null, finishedAt: null, waitedMinutes: null }} urgency={urgency} isOpen />,
  )
}

test.each(Object.entries(responseLimits))('the clock of a report (%s) is red only past its limit of %i minutes', (urgency, limit) => {
  expect(clock(urgency, limit - 2)).not.toContain('data-tone')
  expect(clock(urgency, limit + 2)).toContain('data-tone="bad"')
})
