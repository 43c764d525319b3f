import type { ServerArea } from '#server/kit/area.ts'
import { demoWarehouses } from './demo-warehouses.ts'
import { locationAnswers } from './location-answers.ts'
import './location-hooks.ts'

export const placeServer: ServerArea = {
  name: 'place',
  answers: locationAnswers,
  demo: demoWarehouses,
}
