import { location } from '#contract/entities/place/location.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { locationAnswers } from './location-answers.ts'
import './location-hooks.ts'

export const placeServer: ServerArea = {
  name: 'place',
  answers: locationAnswers,
  deptHoldings: [{ of: location, field: 'dept', keeps: true }],
}
