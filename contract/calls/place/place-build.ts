import { areaLarger } from '../../entities/place/area-larger.ts'
import { location } from '../../entities/place/location.ts'
import { one, out, saved } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { ids, integer, items, link, text } from '../../kit/fields/field.ts'

const building = {
  module: 'place',
  method: 'POST',
  may: 'location.submit',
  writes: true,
  changes: ['location'],
  timeoutS: 60,
} as const satisfies Partial<CallFacts>

const locationName = location.fields.locationName
const dept = link({ zh: '所属科室', en: 'Department', to: 'dept' })
const id = text({ zh: '编号', en: 'ID', max: 36 })
const floor = integer({ zh: '楼层数', en: 'Floors', min: 0, max: 120 })
const room = integer({ zh: '每层房间数', en: 'Rooms per floor', min: 0, max: 200 })
const rooms = text({ zh: '房间', en: 'Rooms', multiline: true, max: 4000 })
const made = { ...saved, buildings: out.number, floors: out.number, rooms: out.number } as const

/** A courtyard with its buildings, their floors and rooms; all or nothing. */
export const createCourtyard = call('location.createCourtyard', {
  ...building,
  zh: '新建院区',
  en: 'Create a campus',
  path: '/eam/plc/location/create-courtyard',
  answers: one(made),
  input: {
    locationName,
    dept,
    buildings: items({ zh: '楼栋', en: 'Buildings', max: 50, fields: { locationName, floor, room } }),
  },
})

/** A building with named floors and rooms, or more of them for one that stands; all or nothing. `rooms`: names, by commas or lines. */
export const submitBuilding = call('location.submitBuilding', {
  ...building,
  zh: '保存楼栋',
  en: 'Save a building',
  path: '/eam/plc/location/submit-building',
  answers: one(made),
  input: {
    id,
    parent: link({ zh: '院区', en: 'Campus', to: 'location' }),
    locationName: { ...locationName, required: false },
    dept,
    floors: items({ zh: '楼层', en: 'Floors', max: 120, fields: { locationName, rooms } }),
  },
})

/** More rooms for a floor, or for every floor of a building; their numbers go on from the last. */
export const roomBuilding = call('location.roomBuilding', {
  ...building,
  zh: '批量添加房间',
  en: 'Add rooms',
  path: '/eam/plc/location/room-building',
  answers: one({ rooms: out.number }),
  input: { id: { ...id, required: true }, room: { ...room, required: true, min: 1 } },
})

/** An area with the places that belong to it. */
export const createArea = call('areaLarger.create', {
  module: 'place',
  method: 'POST',
  may: 'areaLarger.submit',
  writes: true,
  changes: ['areaLarger'],
  zh: '新建区域',
  en: 'Create an area',
  path: '/eam/plc/location/create-area',
  answers: one(saved),
  input: {
    areaName: areaLarger.fields.areaName,
    courtyard: areaLarger.fields.courtyard,
    dept: areaLarger.fields.dept,
    places: ids({ zh: '包含位置', en: 'Places', to: 'location', max: 500 }),
    remark: areaLarger.fields.remark,
  },
})

export const placeBuilding = [createCourtyard, submitBuilding, roomBuilding, createArea] as const
