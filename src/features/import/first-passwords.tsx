import { Button, Popconfirm } from 'antd'
import { type ReactNode, useState } from 'react'
import { importPasswords } from '#contract/calls/import/import.ts'
import { firstPasswordDays } from '#contract/entities/identity/password-lengths.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { download } from '#src/data/client.ts'
import { saveFile } from '#src/kit/save-file.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'

/** Fetches the list of first passwords of an import; the server gives it once. */
export function FirstPasswords({ jobId }: { readonly jobId: string }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [isTaken, setTaken] = useState(false)
  const take = useOnce(async (): Promise<void> => {
    try {
      const options = { method: 'POST', body: { id: jobId } } as const
      saveFile(await download(pathsOf(importPasswords)[0]!, {}, 'passwords.xlsx', options))
      setTaken(true)
    } catch (thrown) {
      notice.failed(thrown)
    }
  })
  return (
    <Popconfirm title={word('import.askPasswords', { days: firstPasswordDays })} onConfirm={() => void take()} disabled={isTaken}>
      <Button type="primary" disabled={isTaken}>
        {isTaken ? word('import.passwordsTaken') : say(importPasswords)}
      </Button>
    </Popconfirm>
  )
}
