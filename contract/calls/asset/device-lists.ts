import { device } from '../../entities/asset/device/device.ts'
import { location } from '../../entities/place/location.ts'
import { lists, via } from '../../kit/entity/list.ts'

const app = '/eam/app/device'
const usual = ['deviceName', 'deviceCode', 'deviceModel', 'manufacturer', 'useDept', 'location', 'eamStatus'] as const

/** Variants of the register: attached devices, completeness, classes, pickers, and what phones ask for. */
export const deviceLists = lists(device, {
  children: {
    kind: 'list',
    zh: '附属设备',
    en: 'Attached devices',
    path: 'deviceChildren',
    given: { deviceCard: 'parent' },
    need: ['deviceCard'],
  },
  parents: {
    kind: 'page',
    zh: '有附属设备的主设备',
    en: 'Parent devices with attached devices',
    path: ['parent-device-list', '/eam/instrument/group-page'],
    below: { by: 'parent', only: 'some' },
  },
  notParents: {
    kind: 'page',
    zh: '没有附属设备的设备',
    en: 'Devices without attached devices',
    path: 'not-parent-device-list',
    below: { by: 'parent', only: 'none' },
  },
  topCards: {
    kind: 'page',
    zh: '主设备及是否有附属设备',
    en: 'Parent devices',
    path: 'page-query-haschildren',
    where: { parent: '_none' },
    below: { by: 'parent' },
  },
  topCount: {
    kind: 'count',
    zh: '主设备按状态计数',
    en: 'Parent devices by status',
    path: 'page-query-has-children-count',
    where: { parent: '_none' },
    by: 'eamStatus',
  },
  perfectionPage: {
    kind: 'page',
    zh: '设备卡完善度',
    en: 'Device card completeness',
    path: 'perfection-page',
    columns: [...usual, 'perfection'],
    order: { ascs: 'perfection' },
  },
  perfectionCount: { kind: 'count', zh: '按完善度计数', en: 'Devices by completeness', path: 'perfection-count', by: 'perfection' },
  important: {
    kind: 'page',
    zh: '重点分类设备',
    en: 'Priority class devices',
    path: 'important-classification-list',
    where: { importantClassification: '_some' },
    columns: [...usual, 'importantClassification'],
  },
  verified: {
    kind: 'page',
    zh: '有检定类别的设备',
    en: 'Devices with a verification type',
    path: 'measure-type-list',
    where: { measureType: '_some' },
    columns: [...usual, 'isMeasure', 'measureType', 'measureCycle'],
  },
  placed: {
    kind: 'page',
    zh: '设备及其位置',
    en: 'Devices and their locations',
    path: '/eam/plc/location/device-location-list',
    where: { location: '_some' },
    columns: usual,
    joined: { locationLevel: via('location', location, 'level'), locationDept: via('location', location, 'dept') },
  },
  suggest: { kind: 'select', zh: '设备输入提示', en: 'Device suggestions', path: 'selectInput' },
  appSelect: {
    kind: 'select',
    zh: '手机选择设备',
    en: 'Phone device picker',
    path: [`${app}/select-list`, `${app}/select-list-filter`],
  },
  appDetail: { kind: 'row', zh: '查看设备', en: 'View a device', path: [`${app}/detail`, '/eam/report/card-report-detail'] },
  childDetail: { kind: 'row', zh: '查看附属设备', en: 'View an attached device', path: '/eam/devicechild/detail' },
  chosen: { kind: 'list', method: 'POST', zh: '所选设备卡', en: 'Selected device cards', path: 'queryCheckCard', ids: 'ids' },
  untagged: {
    kind: 'page',
    zh: '未绑定标签的设备',
    en: 'Devices without a tag',
    path: 'inputtingQuery',
    where: { rfidCode: '_none' },
    columns: [...usual, 'sn', 'assetsCode'],
  },
  unclassified: {
    kind: 'page',
    zh: '待标准化设备',
    en: 'Devices to standardise',
    path: 'standardization-list',
    where: { classify: '_none' },
    columns: [...usual, 'commonName', 'classify', 'riskLevel', 'measureType', 'usefulLifeMonths'],
  },
  classesByPriority: {
    kind: 'count',
    zh: '各类器械按重点分类计数',
    en: 'Device classes by priority class',
    path: 'count-by-important-classification',
    where: { importantClassification: '_some' },
    by: 'classify',
    each: 'importantClassification',
  },
  states: {
    kind: 'list',
    zh: '所选设备的状态',
    en: 'Status of selected devices',
    path: `${app}/device-list-status`,
    ids: 'ids',
    columns: ['deviceName', 'eamStatus', 'filingStatus'],
  },
})

const share = { where: { isShared: '1' }, columns: [...usual, 'borrowDept'] } as const
const marker = { where: { isMarked: '1' }, columns: usual } as const

/** Cards with a tag: the shared pool, and the marked ones. */
export const taggedLists = lists(device, {
  sharedPage: { ...share, kind: 'page', zh: '共享设备', en: 'Shared devices', path: '/eam/share/device/page' },
  sharedPageAndCount: {
    ...share,
    kind: 'pageAndCount',
    zh: '共享设备及状态计数',
    en: 'Shared devices with status counts',
    path: '/eam/share/device/page-and-count',
    by: 'eamStatus',
  },
  sharedSelect: {
    where: share.where,
    kind: 'select',
    zh: '选择共享设备',
    en: 'Shared device picker',
    path: '/eam/share/device/select-share-list',
  },
  sharedCount: {
    kind: 'count',
    zh: '共享标记计数',
    en: 'Devices by shared mark',
    path: '/eam/share/device/share-tag-count',
    by: 'isShared',
  },
  markedPage: { ...marker, kind: 'page', zh: '标记设备', en: 'Marked devices', path: '/eam/marker/device/page' },
  markedPageAndCount: {
    ...marker,
    kind: 'pageAndCount',
    zh: '标记设备及状态计数',
    en: 'Marked devices with status counts',
    path: '/eam/marker/device/page-and-count',
    by: 'eamStatus',
  },
  markedSelect: {
    where: marker.where,
    kind: 'select',
    zh: '选择标记设备',
    en: 'Marked device picker',
    path: '/eam/marker/device/select-marker-list',
  },
  markedCount: {
    kind: 'count',
    zh: '标记计数',
    en: 'Devices by mark',
    path: '/eam/marker/device/marker-tag-count',
    by: 'isMarked',
  },
  deptDetail: {
    kind: 'page',
    area: 'insight',
    zh: '科室设备明细',
    en: 'Department devices',
    path: '/eam/report/deptDetailPage',
    given: { useDepartment: 'useDept' },
  },
  categoryDetail: {
    kind: 'page',
    area: 'insight',
    zh: '分类设备明细',
    en: 'Category devices',
    path: ['/eam/report/categoryDetailPage', '/eam/report/assetsDetailPage'],
    given: { category: 'assetsCategory', assets: 'assetsCategory' },
  },
  ofStatus: {
    kind: 'page',
    zh: '按状态查设备',
    en: 'Devices in a status',
    path: '/sps/hospital/device/getEamByStatus',
    need: ['eamStatus'],
    given: { eamStatus: 'eamStatus' },
  },
})
