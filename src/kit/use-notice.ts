import { App } from 'antd'
import { useMemo } from 'react'

export interface Notice {
  readonly done: (text: string) => void
  readonly warn: (text: string) => void
  /** Says why something failed, in the words of the error. */
  readonly failed: (thrown: unknown) => void
}

/** Short notices at the top of the page. */
export function useNotice(): Notice {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      done: (text) => void message.success(text),
      warn: (text) => void message.warning(text),
      failed: (thrown) => void message.error(thrown instanceof Error ? thrown.message : String(thrown)),
    }),
    [message],
  )
}
