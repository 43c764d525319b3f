import { location } from '../../entities/place/location.ts'
import { out, plain } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { integer, text } from '../../kit/fields/field.ts'

export const storiedBuilding = call('location.storiedBuilding', {
  zh: '批量生成楼层房间',
  en: 'Create floors and rooms',
  module: 'place',
  method: 'POST',
  path: '/eam/plc/location/storiedBuilding',
  may: 'location.submit',
  writes: true,
  answers: plain({ floors: out.number, rooms: out.number }),
  timeoutS: 60,
  input: {
    id: text({ zh: '楼栋', en: 'Building', required: true, max: 36 }),
    floor: integer({ zh: '楼层数', en: 'Floors', required: true, min: 1, max: 120 }),
    room: integer({ zh: '每层房间数', en: 'Rooms per floor', required: true, min: 1, max: 200 }),
  },
})

const ofDept = { kind: 'select', columns: ['parent', 'level'], limit: 1000 } as const

/** The locations of departments, in the order of the tree. */
export const locationLists = lists(location, {
  byDept: {
    ...ofDept,
    zh: '科室的位置',
    en: 'Department locations',
    path: 'getLocationByDeptId',
    given: { dept: 'dept' },
    need: ['dept'],
  },
  ofOwnDept: {
    ...ofDept,
    zh: '本科室的位置',
    en: 'Own department locations',
    path: 'getLocationByUserDept',
    where: { dept: '_own' },
  },
})
