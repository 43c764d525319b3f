import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import type { Job } from './import-job.ts'

const minute = 60

/** How long the writing of an import takes and what phones miss meanwhile; nothing where it is over within a minute. */
export function PhonesWait({ job: { expectedSeconds } }: { readonly job: Pick<Job, 'expectedSeconds'> }): ReactNode {
  const { word } = useWords()
  if ((expectedSeconds ?? 0) < minute) return null
  return <p className="eam-hint">{word('import.phonesWait', { minutes: Math.ceil(expectedSeconds! / minute) })}</p>
}
