import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { platformDetail, updatePlatform } from '#contract/calls/identity/user-platform.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'

/** How another program knows a person, to be seen and changed. */
export function UserPlatform({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const [isAsked, setAsked] = useState(false)
  if (!useRight(updatePlatform.may)) return null
  return (
    <>
      <Button onClick={() => setAsked(true)}>{say(platformDetail)}</Button>
      {isAsked && <Change id={row.id} onClose={() => setAsked(false)} />}
    </>
  )
}

function Change({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const held = useCall(platformDetail, { id }, true, 0)
  if (!held.data || !held.isFetchedAfterMount) return held.error ? <Alert type="error" title={held.error.message} /> : null
  const { userType, userExt } = held.data
  return <CallDialog of={updatePlatform} given={{ userId: id }} start={{ userType, userExt }} onClose={onClose} />
}
