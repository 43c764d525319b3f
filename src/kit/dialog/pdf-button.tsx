import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { fileTypes } from '#contract/kit/fields/file-types.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useFileFacts } from '#src/kit/use-file-facts.ts'
import { useWords } from '#src/words/words.ts'
import { PdfPreview } from './pdf-preview.tsx'

interface Props {
  readonly id: string
  /** Heading of the preview; a default when absent. */
  readonly title?: string
}

/** A preview button for PDF files; renders nothing for other files. */
export function PdfButton({ id, title }: Props): ReactNode {
  const { word } = useWords()
  const [isOpen, setOpen] = useState(false)
  const { data } = useFileFacts(id)
  if (data?.type !== fileTypes.pdf) return null
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<EyeOutlined />}
        aria-label={word('pdf.preview', { name: data.name ?? '' })}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
      />
      {isOpen && <PdfPreview address={fileAddress(id, 'page')} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
