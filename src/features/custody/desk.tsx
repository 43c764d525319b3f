import { SwapOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import type { Row } from '#src/data/hooks.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { homeCustody } from './home-words.ts'

const DeviceUses = lazy(async () => ({ default: (await import('./device-uses.tsx')).DeviceUses }))
const ApplyOfCard = lazy(async () => {
  const { ApplyForDevices } = await import('./apply-for-devices.tsx')
  return { default: ({ row }: { readonly row: Row }) => <ApplyForDevices devices={[row]} /> }
})
const ApplyOfCards = lazy(async () => {
  const { ApplyForDevices } = await import('./apply-for-devices.tsx')
  return { default: ({ selected }: { readonly selected: readonly Row[] }) => <ApplyForDevices devices={selected} /> }
})

const SetInApply = lazy(async () => ({ default: (await import('./set-in-apply.tsx')).SetInApply }))
const TakeBackSet = lazy(async () => ({ default: (await import('./take-back-set.tsx')).TakeBackSet }))

export const custodyDesk: DeskModule = {
  name: 'custody',
  pages: [
    {
      path: '/eam/apply',
      group: '/eam/apply',
      Page: lazy(async () => ({ default: (await import('./apply-page.tsx')).ApplyPage })),
    },
    {
      path: '/eam/apply/:id',
      group: '/eam/apply',
      title: { zh: '使用申请', en: 'Application' },
      Page: lazy(async () => ({ default: (await import('./apply-record-page.tsx')).ApplyRecordPage })),
    },
    {
      path: '/eam/device-use',
      group: '/eam/device-use',
      Page: lazy(async () => ({ default: (await import('./use-page.tsx')).UsePage })),
    },
    {
      path: '/eam/device-use/:id',
      group: '/eam/device-use',
      title: { zh: '使用记录', en: 'Use record' },
      Page: lazy(async () => ({ default: (await import('./use-record-page.tsx')).UseRecordPage })),
    },
  ],
  panels: [
    {
      name: 'custody.out',
      ...homeCustody.out,
      order: 210,
      columns: 6,
      shows: 'list',
      needs: ['deviceUse.list'],
      Panel: lazy(async () => ({ default: (await import('./home-out.tsx')).OutPanel })),
    },
    {
      name: 'custody.uses',
      ...homeCustody.uses,
      order: 380,
      columns: 6,
      shows: 'trend',
      needs: ['deviceUse.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home-chart.tsx')).UsesPanel })),
    },
  ],
  icons: { custody: SwapOutlined },
  parts: [
    { at: 'device.record', name: 'cardApply', Part: ApplyOfCard, order: -1 },
    { at: 'device.list', name: 'cardsApply', Part: ApplyOfCards, order: -2 },
    { at: 'deviceApply.form', name: 'setInApply', Part: SetInApply },
    { at: 'deviceSet.record', name: 'takeBackSet', Part: TakeBackSet },
  ],
  tabs: [
    {
      of: 'device',
      name: 'uses',
      zh: '使用',
      en: 'Use records',
      order: 15,
      may: 'deviceUse.list',
      counts: { of: 'deviceUse', by: 'card' },
      Tab: DeviceUses,
    },
  ],
  search: [
    {
      of: deviceApply,
      about: ['applyNo', 'deviceName', 'status', 'applicant'],
      list: '/eam/apply',
      opens: (id) => `/eam/apply/${id}`,
    },
  ],
  records: { deviceApply: '/eam/apply', deviceUse: '/eam/device-use' },
}
