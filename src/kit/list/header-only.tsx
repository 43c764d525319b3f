import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type ReactNode, use } from 'react'

/** Renders header content once: antd draws each header a second time, invisibly, to measure it, and keys would reach both copies. */
export function HeaderOnly({ children }: { readonly children: ReactNode }): ReactNode {
  return use(TableMeasureRowContext) ? null : children
}
