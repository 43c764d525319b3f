import {
  AppstoreAddOutlined,
  CreditCardOutlined,
  FolderOpenOutlined,
  MedicineBoxOutlined,
  TagOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { lazy } from 'react'
import { deviceByCode } from '#contract/calls/asset/asset.ts'
import { homeWarnings } from '#contract/calls/insight/home.ts'
import { cardFieldUpdate } from '#contract/entities/asset/card-field-update.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import { ApiError } from '#src/data/api-error.ts'
import { invoke } from '#src/data/client.ts'
import { fetchPage } from '#src/data/hooks.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import type { RecordTab } from '#src/kit/record/record-tab.ts'
import { relatedTab } from '#src/kit/record/related-tab.tsx'
import { deviceOfRecordHeight } from './device-of-record-height.ts'
import { homeCharts } from './home/home-words.ts'

type Tab = RecordTab['Tab']
const Parts: Tab = lazy(async () => ({ default: (await import('./device-parts.tsx')).DeviceParts }))
const Files: Tab = lazy(async () => ({ default: (await import('./files/device-files.tsx')).DeviceFiles }))
const Stops: Tab = lazy(async () => ({ default: (await import('./stops/device-stops.tsx')).DeviceStops }))
const Life: Tab = lazy(async () => ({ default: (await import('./device-life.tsx')).DeviceLife }))
const OnDay: Tab = lazy(async () => ({ default: (await import('./device-on-day.tsx')).DeviceOnDay }))
const DeviceBulk = lazy(async () => ({ default: (await import('./device-bulk.tsx')).DeviceBulk }))
const CardActs = lazy(async () => ({ default: (await import('./card-acts.tsx')).CardActs }))
const StopAct = lazy(async () => ({ default: (await import('./stops/stop-act.tsx')).StopAct }))
const StopBanner = lazy(async () => ({ default: (await import('./stops/stop-banner.tsx')).StopBanner }))
const PlatePart = lazy(async () => ({ default: (await import('./nameplate/plate-part.tsx')).PlatePart }))
const DeviceOfApproval = lazy(async () => ({ default: (await import('./device-of-approval.tsx')).DeviceOfApproval }))
const DeviceOfRecord = lazy(async () => ({ default: (await import('./device-of-record.tsx')).DeviceOfRecord }))

/** The card of an RFID, a label or an asset number. */
async function cardOfCode(rfidCode: string): Promise<string | undefined> {
  try {
    return (await invoke(deviceByCode, { query: { rfidCode } })).id
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.error === 'not_found') return undefined
    throw thrown
  }
}

const isToken = /^[0-9a-z]{12}$/i

/** The set of the code on its label. */
async function setOfCode(qrToken: string): Promise<string | undefined> {
  if (!isToken.test(qrToken)) return undefined
  const { records } = await fetchPage(deviceSet, { qrToken, size: 1 })
  return records[0]?.id
}

const [parts, documents] = ['/eam/deviceparts', '/eam/device-files']

export const assetDesk: DeskModule = {
  name: 'asset',
  pages: [
    {
      path: '/eam/device',
      group: '/eam/device',
      Page: lazy(async () => ({ default: (await import('./device-page.tsx')).DevicePage })),
    },
    {
      path: '/eam/device/:id',
      group: '/eam/device',
      title: { zh: '设备卡', en: 'Device card' },
      Page: lazy(async () => ({ default: (await import('./device-record-page.tsx')).DeviceRecordPage })),
    },
    {
      path: '/form/eam/device-archive',
      group: '/eam/device',
      title: { zh: '设备档案', en: 'Device archive' },
      Page: lazy(async () => ({ default: (await import('./files/device-archive-page.tsx')).DeviceArchivePage })),
    },
    {
      path: '/eam/device-sets',
      group: '/eam/device-sets',
      Page: lazy(async () => ({ default: (await import('./sets/set-pages.tsx')).DeviceSetPage })),
    },
    {
      path: '/eam/device-sets/:id',
      group: '/eam/device-sets',
      title: { zh: '设备套组', en: 'Device set' },
      Page: lazy(async () => ({ default: (await import('./sets/set-pages.tsx')).DeviceSetRecordPage })),
    },
    { path: parts, group: parts, Page: lazy(async () => ({ default: (await import('./lists/part-page.tsx')).PartPage })) },
    { path: documents, group: documents, Page: lazy(async () => ({ default: (await import('./lists/document-page.tsx')).DocumentPage })) },
    {
      path: '/form/eam/dev-card',
      group: '/eam/device',
      title: { zh: '设备卡', en: 'Device card' },
      Page: lazy(async () => ({ default: (await import('./device-forms.tsx')).CardForm })),
    },
    {
      path: '/form/eam/accessory-dev-card',
      group: '/eam/device',
      title: { zh: '附属设备与配件', en: 'Attached devices and parts' },
      Page: lazy(async () => ({ default: (await import('./device-forms.tsx')).AccessoryForm })),
    },
    {
      path: '/form/eam/dev-select',
      group: '/eam/device',
      title: { zh: '选择设备', en: 'Choose devices' },
      Page: lazy(async () => ({ default: (await import('./device-select-page.tsx')).DeviceSelectPage })),
    },
    {
      path: '/form/eam/assets-over-view',
      group: '/eam/device',
      title: { zh: '资产概览', en: 'Assets at a glance' },
      Page: lazy(async () => ({ default: (await import('./home/assets-overview-page.tsx')).AssetsOverviewPage })),
    },
    {
      path: '/eam/eamedit',
      group: '/eam/eamedit',
      Page: lazy(async () => ({ default: (await import('./field-update-page.tsx')).FieldUpdatePage })),
    },
    {
      path: '/eam/taginputting',
      group: '/eam/taginputting',
      Page: lazy(async () => ({ default: (await import('./tags/tag-page.tsx')).TagPage })),
    },
    {
      path: '/eam/standard-names',
      group: '/eam/standard-names',
      Page: lazy(async () => ({ default: (await import('./tags/standard-names-page.tsx')).StandardNamesPage })),
    },
    {
      path: '/eam/device-draft',
      group: '/eam/device-draft',
      Page: lazy(async () => ({ default: (await import('./drafts/draft-page.tsx')).DraftPage })),
    },
    {
      path: '/form/eam/device-drafts',
      group: '/eam/device-draft',
      title: { zh: '草稿核对', en: 'Draft review' },
      Page: lazy(async () => ({ default: (await import('./drafts/review-page.tsx')).DraftReviewPage })),
    },
    {
      path: '/eam/device-term',
      group: '/eam/device-term',
      Page: lazy(async () => ({ default: (await import('./device-terms-page.tsx')).DeviceTermsPage })),
    },
  ],
  panels: [
    {
      name: 'asset.warranty',
      ...homeCharts.warranty,
      order: 220,
      columns: 4,
      shows: 'list',
      counts: { of: homeWarnings, code: 'asset.warranty' },
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./home/warranty-panel.tsx')).WarrantyPanel })),
    },
    {
      name: 'asset.states',
      ...homeCharts.states,
      order: 290,
      columns: 4,
      shows: 'chart',
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./home/home-charts.tsx')).StatesPanel })),
    },
    {
      name: 'asset.depts',
      ...homeCharts.depts,
      order: 320,
      columns: 6,
      shows: 'chart',
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./home/home-charts.tsx')).DeptsPanel })),
    },
    {
      name: 'asset.ranking',
      ...homeCharts.ranking,
      order: 330,
      columns: 6,
      shows: 'chart',
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./home/category-ranking.tsx')).RankingPanel })),
    },
    {
      name: 'asset.years',
      ...homeCharts.years,
      order: 360,
      columns: 6,
      shows: 'chart',
      needs: ['device.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home/home-charts.tsx')).YearsPanel })),
    },
  ],
  icons: {
    device: MedicineBoxOutlined,
    card: CreditCardOutlined,
    part: AppstoreAddOutlined,
    file: FolderOpenOutlined,
    tag: TagOutlined,
    list: UnorderedListOutlined,
  },
  parts: [
    { at: 'record.device', name: 'deviceOfRecord', Part: DeviceOfRecord, height: deviceOfRecordHeight },
    { at: 'approval.device', name: 'deviceOfApproval', Part: DeviceOfApproval },
    { at: 'device.form', name: 'nameplate', Part: PlatePart },
    { at: 'device.list', name: 'deviceBulk', Part: DeviceBulk, order: -1 },
    { at: 'device.record', name: 'stopAct', Part: StopAct, order: 5 },
    { at: 'device.record', name: 'cardActs', Part: CardActs, order: 10 },
    { at: 'device.banner', name: 'stops', Part: StopBanner, order: -1 },
  ],
  tabs: [
    {
      of: 'device',
      name: 'parts',
      zh: '配件',
      en: 'Parts',
      order: 30,
      may: 'devicePart.list',
      counts: { of: 'devicePart', by: 'device' },
      Tab: Parts,
    },
    {
      of: 'device',
      name: 'files',
      zh: '资料',
      en: 'Files',
      order: 40,
      may: 'deviceAttach.list',
      counts: { of: 'deviceAttach', by: 'device' },
      Tab: Files,
    },
    {
      of: 'device',
      name: 'stops',
      zh: '停用记录',
      en: 'Out-of-service records',
      order: 45,
      may: 'deviceStop.list',
      counts: { of: 'deviceStop', by: 'device' },
      Tab: Stops,
    },
    { of: 'device', name: 'life', zh: '生命周期', en: 'Life cycle', order: 50, Tab: Life },
    { of: 'device', name: 'onDay', zh: '历史状态', en: 'Status on a date', order: 55, Tab: OnDay },
    relatedTab(cardFieldUpdate, { by: 'device', name: 'requests', zh: '变更', en: 'Changes', order: 60 }),
  ],
  search: [
    {
      of: device,
      list: '/eam/device',
      opens: (id) => `/eam/device/${id}`,
      byCode: cardOfCode,
    },
    { of: deviceSet, list: '/eam/device-sets', opens: (id) => `/eam/device-sets/${id}`, byCode: setOfCode },
  ],
  records: { device: '/eam/device', deviceSet: '/eam/device-sets' },
}
