import { App } from 'antd'
import { useCallback } from 'react'
import { instantly, isUnsaved } from '#src/kit/form/unsaved.ts'
import { useWords } from '#src/words/words.ts'

/** Does something that throws a page away, after asking when the page holds unsaved content. No place: any page. */
export function useUnsavedGuard(): (place: string | undefined, leave: () => void) => void {
  const { modal } = App.useApp()
  const { word } = useWords()
  return useCallback(
    (place, leave) => {
      if (!isUnsaved(place)) return leave()
      modal.confirm({ ...instantly, title: word('form.leave'), okText: word('form.discard'), cancelText: word('form.stay'), onOk: leave })
    },
    [modal, word],
  )
}
