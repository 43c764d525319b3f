import { useEffect, useEffectEvent, useState } from 'react'
import { flowDefinition } from '#contract/entities/flow/flow-definition.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import { ApiError } from '#src/data/api-error.ts'
import { type Row, useDetail, useSubmit } from '#src/data/hooks.ts'
import { useThrowAway } from '#src/kit/form/use-throw-away.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'
import { isSameTree } from '../designer/compare-versions.ts'
import { isChanged } from '../designer/designer-state.ts'
import { useDrawing, useDrawingStore } from '../designer/drawing-store.ts'

export interface Draft {
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** The sentence of the server about another person's change; undefined while there is none. */
  readonly stale: string | undefined
  /** Saves the draft; returns the version that the row has then, or undefined when it was refused. */
  readonly save: () => Promise<number | undefined>
  /** Takes the newest draft instead of one's own. */
  readonly takeNew: () => void
  /** Goes on with one's own draft over the newest. */
  readonly keepMine: () => void
}

/** The draft of a definition as the designer holds it: unsaved changes, saving by version, and what another person saved meanwhile. */
export function useDraft(row: Row): Draft {
  const { word } = useWords()
  const notice = useNotice()
  const store = useDrawingStore()
  const submit = useSubmit(flowDefinition)
  const detail = useDetail(flowDefinition, row.id)
  const isDirty = useDrawing(({ designer }) => isChanged(designer))
  const [version, setVersion] = useState(row.version)
  const [stale, setStale] = useState<string>()
  const { forget } = useThrowAway(isDirty)
  const newest = detail.data ?? row
  const adopt = (from: Row): void => {
    store.getState().act({ do: 'load', tree: from.draft as FlowTree })
    setVersion(from.version)
    setStale(undefined)
  }
  const look = useEffectEvent((from: Row) => {
    const { designer } = store.getState()
    if ((from.version ?? 0) <= (version ?? 0) || submit.isPending) return
    // A newer version with the same tree was only renamed or published.
    if (isSameTree(from.draft as FlowTree, designer.saved)) setVersion(from.version)
    else if (isChanged(designer)) setStale(word('flow.stale'))
    else adopt(from)
  })
  useEffect(() => look(newest), [newest])
  const save = useOnce(async (): Promise<number | undefined> => {
    const { tree } = store.getState().designer
    if (!isChanged(store.getState().designer)) return version
    try {
      const saved = await submit.mutateAsync({ id: row.id, version, draft: tree })
      store.getState().act({ do: 'saved', tree })
      setVersion(saved.version)
      setStale(undefined)
      forget()
      notice.done(word('flow.saved'))
      return saved.version
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.error === 'stale') {
        setStale(thrown.message)
        void detail.refetch()
      } else notice.failed(thrown)
      return undefined
    }
  })
  return {
    isDirty,
    isSaving: submit.isPending,
    stale,
    save,
    takeNew: () => void detail.refetch().then(({ data }) => data && adopt(data)),
    keepMine: () => {
      setVersion(newest.version)
      setStale(undefined)
    },
  }
}
