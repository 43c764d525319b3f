import { FileOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { PdfButton } from './dialog/pdf-button.tsx'
import { fileAddress } from './file-address.ts'
import { useFileFacts } from './use-file-facts.ts'

/** A file by its name, opened in a window of its own; a PDF can be looked at in place. `nth`: its place among others, until the name is known. */
export function FileLink({ id, nth }: { readonly id: string; readonly nth: number }): ReactNode {
  const { word } = useWords()
  const { data } = useFileFacts(id)
  return (
    <span className="eam-file-link">
      <a className="eam-file" href={fileAddress(id)} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
        <FileOutlined aria-hidden /> {data?.name ?? word('file.open', { n: nth })}
      </a>
      <PdfButton id={id} />
    </span>
  )
}
