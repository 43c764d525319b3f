import { useMemo } from 'react'
import { useWords } from '#src/words/words.ts'
import { useDrawing } from './designer/drawing-store.ts'
import type { Telling } from './tree/sentences.ts'

/** What the sentences of a drawing are made with. */
export function useTelling(): Telling {
  const speech = useWords()
  const names = useDrawing((drawing) => drawing.names)
  const approval = useDrawing((drawing) => drawing.approval)
  return useMemo(() => ({ speech, names, approval }), [speech, names, approval])
}
