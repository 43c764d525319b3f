import type { ReactNode } from 'react'
import { deptBoard } from '#contract/calls/insight/board.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { BoardFrame } from './board-frame.tsx'
import { DeptTable } from './dept-table.tsx'
import { behind, cards, numberOf, orders } from './figures.ts'
import { BarsPanel, IntactHero, MonthHero, OpenHero } from './measure-parts.tsx'
import { Hero, Panel } from './panels.tsx'
import { ChecksPanel, OldestPanel } from './rows.tsx'
import { useBoard } from './use-board.ts'

/** The wall board of the departments: their devices, intact rates, repairs and costs. */
export function DeptBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { data, ...state } = useBoard(deptBoard)
  const { depts, repairs, open } = data ?? {}
  const withDevices = (depts?.rows ?? []).filter(({ key }) => key !== null)
  const withRepairs = (open?.rows ?? []).filter((row) => numberOf(row, 'count') > 0)
  return (
    <BoardFrame title={say(deptBoard)} {...state}>
      <div className="eam-board-dept">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.deptCount')}
            value={numberText(withDevices.length, language)}
            unit={word('board.unit.depts')}
            beside={word('board.haveDevices', { count: numberText(numberOf(depts, 'count'), language) })}
            to={behind(cards, 'count', depts)}
            right="device.list"
          />
          <IntactHero found={depts} beside={word('board.ofAll')} />
          <OpenHero found={open} beside={word('board.inDepts', { count: withRepairs.length })} />
          <MonthHero found={data?.months} />
        </div>
        <Panel area="table" title={word('board.perDept')} isEmpty={withDevices.length === 0}>
          <DeptTable depts={depts} repairs={repairs} open={open} />
        </Panel>
        <BarsPanel area="repairs" title={word('board.repairs90')} of={orders} found={repairs} most={5} />
        <BarsPanel area="cost" title={word('board.cost90')} of={orders} found={repairs} figure="cost" most={5} />
        <OldestPanel of={data?.oldest} />
        <ChecksPanel checks={data?.checks} />
      </div>
    </BoardFrame>
  )
}
