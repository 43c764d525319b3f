import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { roundStop } from '#contract/entities/checklist/rounds/round-stop.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { roundWords as words } from './round-words.ts'

/** On a repair order: the stop of a round at which it was reported. Nothing where the person may not see it. */
export function RepairFromRound({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const maySee = useRight('roundStop.list')
  // Another document may be the source; then there is no such stop.
  const { data: found } = useDetail(roundStop, maySee && row.source ? String(row.source) : undefined)
  if (!found) return null
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <>
          {say(words.fromRound)} <Link to={`/eam/round-stop?open=${found.id}`}>{found.stopName}</Link>
        </>
      }
    />
  )
}
