import { listOf, option, out, plain } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { integer, link, text } from '../kit/field.ts'

export const storiedBuilding = call('location.storiedBuilding', {
  zh: '批量生成楼层房间',
  en: 'Create floors and rooms',
  area: 'place',
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
export const locationsByDept = call('location.byDept', {
  zh: '科室的位置',
  en: 'Locations of a department',
  area: 'place',
  method: 'GET',
  path: '/eam/plc/location/getLocationByDeptId',
  may: 'location.list',
  answers: listOf({ ...option, parentId: out.nullable(out.text), level: out.text }),
  input: { dept: link({ zh: '科室', en: 'Department', to: 'dept', required: true }) },
})
