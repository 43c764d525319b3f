import type { ReactNode } from 'react'
import type { Row } from '#src/data/hooks.ts'
import type { ExtraColumns } from '#src/kit/list/list-table.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'

const words = {
  clock: { zh: '剩余时间', en: 'Time left' },
  late: { zh: '已逾期', en: 'Overdue' },
  days: { zh: '天', en: 'd' },
  hours: { zh: '小时', en: 'h' },
} as const

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The time until the next report of an adverse event: red once it has passed, yellow in the last day, or the last two hours of a group event. */
export function LateTag({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  if (typeof row.dueAt !== 'string') return <span className="eam-none">—</span>
  const left = Date.parse(row.dueAt) - Date.now()
  const size = Math.abs(left)
  const text = size < 2 * dayMs ? `${Math.floor(size / hourMs)} ${say(words.hours)}` : `${Math.floor(size / dayMs)} ${say(words.days)}`
  if (left < 0)
    return (
      <ToneTag tone="bad">
        {say(words.late)} {text}
      </ToneTag>
    )
  return <ToneTag tone={left <= (row.isGroup === 1 ? 2 * hourMs : dayMs) ? 'warn' : 'plain'}>{text}</ToneTag>
}

/** A column of a list of adverse events: the time until the next report. */
export const clockColumn: ExtraColumns = () => [
  { key: 'clock', title: <ClockTitle />, width: 120, render: (_value, row) => <LateTag row={row} /> },
]

function ClockTitle(): ReactNode {
  const { say } = useWords()
  return say(words.clock)
}
