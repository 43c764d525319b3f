import { App } from 'antd'
import { useMemo } from 'react'
import { isQuiet } from '#src/data/api-error.ts'

export interface Notice {
  readonly done: (text: string) => void
  readonly warn: (text: string) => void
  /** Shows the message of an error. */
  readonly failed: (thrown: unknown) => void
  /** Awaits an action and shows success or the error; returns whether it succeeded. */
  readonly tell: (work: Promise<unknown>, text: string) => Promise<boolean>
}

/** Short notices at the top of the page. */
export function useNotice(): Notice {
  const { message } = App.useApp()
  return useMemo(() => {
    const done = (text: string): void => void message.success(text)
    const failed = (thrown: unknown): void => {
      if (!isQuiet(thrown)) void message.error(thrown instanceof Error ? thrown.message : String(thrown))
    }
    return {
      done,
      warn: (text) => void message.warning(text),
      failed,
      tell: (work, text) =>
        work.then(
          () => {
            done(text)
            return true
          },
          (thrown: unknown) => {
            failed(thrown)
            return false
          },
        ),
    }
  }, [message])
}
