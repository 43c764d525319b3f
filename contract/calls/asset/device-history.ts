import { device } from '../../entities/asset/device/device.ts'
import { lists } from '../../kit/entity/list.ts'

const records = '/eam/deviceupdaterecord'
const history = { kind: 'history', rowAs: 'eamDeviceId' } as const

/** What happened to cards, from the one record of events. */
export const deviceHistories = lists(device, {
  lifeCycle: {
    ...history,
    zh: '设备生命周期',
    en: 'Device life cycle',
    path: ['/eam/device-life-cycle/list', 'eventList'],
    row: 'eamDevice',
  },
  eventsOf: { ...history, method: 'POST', zh: '所选设备的事件', en: 'Device events', path: 'getEventListByDeviceIds', ids: 'deviceIds' },
  dynamic: { ...history, zh: '设备动态', en: 'Recent device changes', path: '/eam/devicedynamic/list' },
  added: {
    ...history,
    zh: '设备新增记录',
    en: 'Devices added',
    path: '/eam/device-life-cycle/add-list',
    row: 'eamDevice',
    events: ['add'],
  },
  updates: {
    ...history,
    zh: '设备变更记录',
    en: 'Device changes',
    path: [`${records}/list`, `${records}/page`, `${records}/recordList`],
    row: 'eamDevice',
  },
  edits: { ...history, zh: '设备修改记录', en: 'Device edits', path: `${records}/edit_list`, row: 'eamDevice', events: ['change'] },
  updatesOf: {
    ...history,
    zh: '单台设备变更记录',
    en: 'Changes to one device',
    path: `${records}/cardDetailsList`,
    row: 'eamDevice',
    need: ['eamDevice'],
  },
  updatesBy: {
    ...history,
    zh: '个人变更记录',
    en: 'Changes by a person',
    path: [`${records}/page-user`, `${records}/pageByTimeGbUser`],
    person: 'user',
    need: ['user'],
  },
})
