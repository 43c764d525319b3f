import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type ReactNode, use } from 'react'

/** Something of a header that stands there once: the library draws every header a second time, unseen, to measure it, and keys would reach both. */
export function HeaderOnly({ children }: { readonly children: ReactNode }): ReactNode {
  return use(TableMeasureRowContext) ? null : children
}
