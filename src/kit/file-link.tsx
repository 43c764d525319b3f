import { FileOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { PdfButton } from './dialog/pdf-button.tsx'
import { fileAddress } from './file-address.ts'
import { useFileFacts } from './use-file-facts.ts'

/** A link that opens a file in a new window, with a preview button for PDFs. `nth`: its number among other files, shown until the name is loaded. */
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
