import { FileOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import { deskModules } from './modules.ts'

const icons: ReadonlyMap<string, ComponentType> = new Map(deskModules.flatMap((module) => Object.entries(module.icons ?? {})))

/** The picture of a menu item by its name in the menu. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons.get(name) ?? FileOutlined
  return <Icon />
}
