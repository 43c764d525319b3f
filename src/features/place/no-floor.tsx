import { Empty } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'

/** Where an address names no floor: says so, with the way to the floors. */
export function NoFloor(): ReactNode {
  const { word } = useWords()
  return (
    <div className="eam-panel">
      <Empty description={word('plan.noFloor')}>
        <Link to="/eam/location">{word('plan.toFloors')}</Link>
      </Empty>
    </div>
  )
}
