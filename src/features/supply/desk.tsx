import { ShopOutlined } from '@ant-design/icons'
import type { DeskArea } from '#src/kit/desk-area.ts'

export const supplyDesk: DeskArea = {
  name: 'supply',
  icons: { supplier: ShopOutlined },
}
