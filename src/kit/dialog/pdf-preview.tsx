import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  /** Address of the PDF, served such that the browser shows it inline. */
  readonly address: string
  /** The heading; `PDF预览` when absent. */
  readonly title?: string
  readonly onClose: () => void
}

/** A PDF in a dialog over the page; full screen on request. */
export function PdfPreview({ address, title, onClose }: Props): ReactNode {
  const { word } = useWords()
  const [isFull, setFull] = useState(false)
  const heading = title ?? word('pdf.title')
  return (
    <Dialog
      open
      centered={isFull}
      width={isFull ? '100%' : undefined}
      style={isFull ? { maxWidth: '100vw', margin: 0, paddingBlockEnd: 0 } : { top: 24 }}
      footer={null}
      onCancel={onClose}
      title={
        <>
          {heading}
          <Button
            type="text"
            size="small"
            icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            aria-label={word(isFull ? 'pdf.small' : 'pdf.full')}
            aria-pressed={isFull}
            onClick={() => setFull(!isFull)}
          />
        </>
      }
    >
      <iframe title={heading} src={address} style={{ display: 'block', width: '100%', height: isFull ? '90vh' : '70vh', border: 0 }} />
    </Dialog>
  )
}
