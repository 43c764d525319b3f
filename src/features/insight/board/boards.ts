import { useMemo } from 'react'
import { deviceBoard } from '#contract/calls/insight/board.ts'
import { boardLists } from '#contract/calls/insight/own-board.ts'
import type { Words } from '#contract/kit/words.ts'
import { virtualNickName } from '#contract/roles.ts'
import { useSession } from '#src/data/session.ts'
import { useBoard } from './use-board.ts'

/** A wall board: its address, what it is called, the right that opens it, and its part of the program. */
export interface Board {
  readonly path: string
  readonly title: Words
  readonly right: string
  readonly load: () => Promise<unknown>
}

const { may: right } = boardLists.inTurn

let offered: readonly Board[] = []
let loadOwn: Board['load'] = async () => undefined

/** Makes the boards known to each other, and the part of the program of own ones. The manifest calls it, because boards do not import each other. */
export function offerBoards(boards: readonly Board[], own: Board['load']): void {
  offered = boards
  loadOwn = own
}

/** The page of an own board. */
export const ownBoardPath = (id: string): string => `/datav/own/${id}`

/** The boards that the person may see, in their order, then the own boards that take part. The virtual user has only those that its API scope answers. */
export function useBoards(): readonly Board[] {
  const person = useSession((state) => state.person)
  const { data: own } = useBoard(boardLists.inTurn, {}, boardLists.inTurn.name, person?.rights.includes(right) === true)
  return useMemo(() => {
    const may = person?.nickName === virtualNickName ? [deviceBoard.may] : (person?.rights ?? [])
    const found = (own ?? []).map(({ id, boardName = '' }) => ({
      path: ownBoardPath(id),
      title: { zh: boardName, en: boardName },
      right,
      load: loadOwn,
    }))
    return [...offered.filter((board) => may.includes(board.right)), ...found]
  }, [person, own])
}
