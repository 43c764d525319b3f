import { PrinterOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'

/** What came into warehouses; a record leads to its form on paper. */
export function EntryPage(): ReactNode {
  const { word } = useWords()
  return (
    <EntityPage
      of={warehouseEntry}
      rowActions={(row) => (
        <Link className="ant-btn ant-btn-default" to={`/form/eam/warehouse-entry-view?id=${row.id}`}>
          <PrinterOutlined /> {word('print.print')}
        </Link>
      )}
    />
  )
}
