import { useMemo } from 'react'
import { deviceBoard } from '#contract/calls/insight/board.ts'
import type { Words } from '#contract/kit/words.ts'
import { virtualNickName } from '#contract/roles.ts'
import { useSession } from '#src/data/session.ts'

/** A wall board: its address, what it is called, the right that opens it, and its part of the program. */
export interface Board {
  readonly path: string
  readonly title: Words
  readonly right: string
  readonly load: () => Promise<unknown>
}

let offered: readonly Board[] = []

/** Makes the boards known to each other. The manifest calls it, because boards do not import each other. */
export function offerBoards(boards: readonly Board[]): void {
  offered = boards
}

/** The boards that the person may see, in their order. The virtual user has only those that its API scope answers. */
export function useBoards(): readonly Board[] {
  const person = useSession((state) => state.person)
  return useMemo(() => {
    const may = person?.nickName === virtualNickName ? [deviceBoard.may] : (person?.rights ?? [])
    return offered.filter(({ right }) => may.includes(right))
  }, [person])
}
