import { FileOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import { deskAreas } from './modules.ts'

const icons: ReadonlyMap<string, ComponentType> = new Map(deskAreas.flatMap((area) => Object.entries(area.icons ?? {})))

/** The picture of a menu item by its name in the menu. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons.get(name) ?? FileOutlined
  return <Icon />
}
