import type { ReactNode } from 'react'
import type { Row } from '#src/data/hooks.ts'
import type { ExtraColumns } from '#src/kit/list/list-table.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { daysOverdue } from './overdue.ts'

const words = { zh: '逾期', en: 'Overdue' }
const days = { zh: '天', en: 'd' }

/** How many days a borrowed device is overdue, in red. */
export function OverdueTag({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const late = daysOverdue({ status: row.status, eventType: row.eventType, returnTime: row.returnTime }, Date.now())
  if (late === 0) return <span className="eam-none">—</span>
  return (
    <ToneTag tone="bad">
      {say(words)} {late} {say(days)}
    </ToneTag>
  )
}

/** A column of a list of uses: how many days a borrowed device is overdue, in red. */
export const overdueColumn: ExtraColumns = () => [
  { key: 'overdue', title: <OverdueTitle />, width: 110, render: (_value, row) => <OverdueTag row={row} /> },
]

function OverdueTitle(): ReactNode {
  const { say } = useWords()
  return say(words)
}
