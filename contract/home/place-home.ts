import { location } from '../entities/place/location.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

/** Places among the first steps. */
export const placeHome: HomeFacts = {
  help: [
    {
      name: 'place.rooms',
      zh: '建立楼栋和房间',
      en: 'Set up buildings and rooms',
      has: ['location.submit'],
      page: '/eam/location',
      done: { of: location },
      order: 30,
      hint: { zh: '一次生成整栋楼的楼层和房间', en: 'Create all floors and rooms of a building at once' },
    },
  ],
}
