import { App } from 'antd'
import { useWords } from '#src/words/words.ts'
import { instantly, useUnsaved } from './unsaved.ts'

/** For drawers and dialogs with input: `leave` confirms before unsaved input is discarded; call `forget` after saving. */
export function useThrowAway(isDirty: boolean): { readonly leave: (onLeave: () => void) => void; readonly forget: () => void } {
  const { word } = useWords()
  const { modal } = App.useApp()
  const forget = useUnsaved(isDirty)
  const leave = (onLeave: () => void): void => {
    const onOk = (): void => {
      forget()
      onLeave()
    }
    if (!isDirty) onOk()
    else modal.confirm({ ...instantly, title: word('form.leave'), okText: word('form.discard'), cancelText: word('form.stay'), onOk })
  }
  return { leave, forget }
}
