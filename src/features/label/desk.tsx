import { QrcodeOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { Row } from '#src/data/hooks.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

interface Listed {
  readonly selected: readonly Row[]
  readonly fixed?: Readonly<Record<string, string>>
}
interface OnRecord {
  readonly row: Row
}

const button = () => import('./label-button.tsx')

const DeviceLabels = lazy(async () => {
  const { LabelButton } = await button()
  return { default: ({ selected }: Listed) => <LabelButton kind="device" selected={selected} /> }
})
const RoomLabels = lazy(async () => {
  const { LabelButton } = await button()
  return { default: ({ selected, fixed }: Listed) => <LabelButton kind="room" selected={selected} fixed={fixed} /> }
})
const SetLabels = lazy(async () => {
  const { LabelButton } = await button()
  return { default: ({ selected, fixed }: Listed) => <LabelButton kind="set" selected={selected} fixed={fixed} /> }
})
const SetLabel = lazy(async () => {
  const { LabelButton } = await button()
  return { default: ({ row }: OnRecord) => <LabelButton kind="set" selected={[row]} /> }
})
const CardLabel = lazy(async () => {
  const { LabelButton } = await button()
  return { default: ({ row }: OnRecord) => <LabelButton kind="device" selected={[row]} /> }
})
const CardLabels = lazy(async () => {
  const { LabelsOfCard } = await import('./labels-of-card.tsx')
  return { default: ({ row }: OnRecord) => <LabelsOfCard device={row} /> }
})

const LabelsInRoom = lazy(async () => {
  const { LabelsInRoom } = await import('./labels-in-room.tsx')
  return { default: ({ row }: OnRecord) => <LabelsInRoom room={row} /> }
})

const CardQr = lazy(async () => ({ default: (await import('./card-qr.tsx')).CardQr }))

export const labelDesk: DeskModule = {
  name: 'label',
  pages: [
    {
      path: '/eam/labels',
      group: '/eam/labels',
      Page: lazy(async () => ({ default: (await import('./label-page.tsx')).LabelPage })),
    },
    {
      path: '/eam/label-templates',
      group: '/eam/labels',
      title: { zh: '标签模板', en: 'Label templates' },
      Page: lazy(async () => ({ default: (await import('./template-page.tsx')).TemplatePage })),
    },
    {
      path: '/eam/label-prints',
      group: '/eam/label-prints',
      Page: lazy(async () => ({ default: (await import('./print-record-page.tsx')).PrintRecordPage })),
    },
  ],
  icons: { label: QrcodeOutlined },
  parts: [
    { at: 'device.list', name: 'deviceLabels', Part: DeviceLabels },
    { at: 'device.record', name: 'cardLabel', Part: CardLabel },
    { at: 'device.head', name: 'cardQr', Part: CardQr },
    { at: 'device.more', name: 'cardLabels', Part: CardLabels },
    { at: 'deviceSet.list', name: 'setLabels', Part: SetLabels },
    { at: 'deviceSet.record', name: 'setLabel', Part: SetLabel },
    { at: 'location.record', name: 'labelsInRoom', Part: LabelsInRoom },
    { at: 'location.list', name: 'roomLabels', Part: RoomLabels },
  ],
}
