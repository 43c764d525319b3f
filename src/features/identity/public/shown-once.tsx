import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import '../people/person.css'

/** A password that is shown once, large enough to be read out, and copied with one click. */
export function ShownOnce({ password }: { readonly password: string }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  return (
    <>
      <div className="eam-first-password">
        <span data-testid="first-password">{password}</span>
        {navigator.clipboard && (
          <Button onClick={() => void notice.tell(navigator.clipboard.writeText(password), word('people.copied'))}>
            {word('people.copy')}
          </Button>
        )}
      </div>
      <Alert type="warning" showIcon title={word('people.once')} />
    </>
  )
}
