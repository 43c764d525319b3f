import { type ReactNode, useEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { boardShown } from '#contract/calls/insight/own-board.ts'
import { asks, type Panel } from '#contract/entities/insight/board-panel.ts'
import { ownBoard } from '#contract/entities/insight/own-board.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { ApiError } from '#src/data/api-error.ts'
import { useWords } from '#src/words/words.ts'
import { type BoardCall, measureCall, useBoardCalls } from '../board/board-calls.ts'
import { BoardFrame } from '../board/board-frame.tsx'
import { useToday } from '../board/board-time.ts'
import { ownBoardPath } from '../board/boards.ts'
import { forgetOthers } from '../board/kept-board.ts'
import { Pager, useTurning } from '../board/pager.tsx'
import { secondsIn } from '../board/play.ts'
import { useBoard } from '../board/use-board.ts'
import { ownBoardWords as words } from './own-board-words.ts'
import { areaOf, measureOf, queryOf, screensOf } from './own-panels.ts'
import { type PanelAnswer, PanelView } from './panel-view.tsx'
import './own-board.css'

type Shown = AnswerOf<typeof boardShown>
type ShownPanel = Shown['panels'][number]

/** The own board that the address names. */
export function OwnBoardPage(): ReactNode {
  const { pathname } = useLocation()
  const id = matchPath(ownBoardPath(':id'), pathname)?.params.id ?? ''
  return <OwnBoard key={id} id={id} />
}

const isLost = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 404 || error.code === 403 || error.code === 400)

function OwnBoard({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const { data, at, error, isCut } = useBoard(boardShown, { boardId: id }, `own.${id}`)
  // A board that was deleted or is no longer shared is not shown from the store.
  if (!data || isLost(error))
    return (
      <BoardFrame title={data && !isLost(error) ? data.boardName : say(ownBoard)} at={0} isCut={isCut} error={error}>
        {null}
      </BoardFrame>
    )
  return <Screens board={data} at={at} error={error} isCut={isCut} />
}

interface ShownProps {
  readonly board: Shown
  readonly at: number
  readonly error: Error | null
  readonly isCut: boolean
}

function Screens({ board, at, error, isCut }: ShownProps): ReactNode {
  const { say } = useWords()
  const today = useToday()
  const prefix = `own.${board.id}.`
  const asking = board.panels.flatMap((panel) => callOf(panel, today))
  const { parts, state } = useBoardCalls(prefix.slice(0, -1), Object.fromEntries(asking.map(({ name, call }) => [name, call])))
  const names = asking.map(({ name }) => name).join(' ')
  useEffect(() => forgetOthers(prefix, new Set(names.split(' ').map((name) => prefix + name))), [prefix, names])
  const screens = screensOf(board.panels)
  // In a playlist every screen has its part of the board's time.
  const seconds = secondsIn(useLocation().search)
  const turning = useTurning(screens, seconds && (seconds * 1000) / screens)
  const current = Math.min(turning.current, screens)
  const answerOf = ({ id, lack }: ShownPanel): PanelAnswer => {
    if (lack) return { data: undefined, lack }
    const asked = asking.find((one) => one.id === id)
    return asked ? (parts[asked.name] as PanelAnswer) : { data: undefined, lack: 'gone' }
  }
  return (
    <BoardFrame
      title={board.boardName}
      at={state.at > 0 ? Math.min(at, state.at) : at}
      isCut={isCut || state.isCut}
      error={error}
      theme={board.theme === 'auto' ? undefined : board.theme}
    >
      {board.panels.length === 0 ? (
        <p className="eam-board-wait">{say(words.empty)}</p>
      ) : (
        <div className="eam-own-screens">
          <div className="eam-own-screen">
            {board.panels
              .filter(({ screen }) => screen === current - 1)
              .map((panel) => (
                <div key={panel.id} className="eam-own-spot" style={{ gridArea: areaOf(panel) }}>
                  <PanelView panel={panel as unknown as Panel} answer={answerOf(panel)} />
                </div>
              ))}
          </div>
          {screens > 1 && (
            <footer>
              <Pager {...turning} current={current} pages={screens} />
            </footer>
          )}
        </div>
      )}
    </BoardFrame>
  )
}

interface Asking {
  readonly id: string
  readonly name: string
  readonly call: BoardCall<Measured>
}

/** What a panel asks; nothing where the reader sees no figure. A stored answer belongs to exactly this question. */
function callOf(shown: ShownPanel, today: string): Asking[] {
  const panel = shown as unknown as Panel
  const of = shown.lack === null && asks(panel) ? measureOf(panel) : undefined
  if (!of || !asks(panel)) return []
  const query = queryOf(of, panel, today)
  return [{ id: panel.id, name: `${panel.id}?${panel.measure}&${new URLSearchParams(query)}`, call: measureCall(of, query) }]
}
