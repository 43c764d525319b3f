import { EnvironmentOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

export const placeDesk: DeskArea = {
  name: 'place',
  pages: [
    {
      path: '/eam/location',
      group: '/eam/location',
      Page: lazy(async () => ({ default: (await import('./location-page.tsx')).LocationPage })),
    },
  ],
  icons: { place: EnvironmentOutlined },
}
