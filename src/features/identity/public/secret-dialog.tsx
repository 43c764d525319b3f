import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { ShownOnce } from './shown-once.tsx'

interface Props {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  /** What else its holder enters. */
  readonly children?: ReactNode
}

/** A secret that the system has made, which is shown this once; a click beside the dialog does not lose it. */
export function SecretDialog({ title, secret, onClose, children }: Props): ReactNode {
  const { word } = useWords()
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      onOk={onClose}
      okText={word('common.close')}
      cancelButtonProps={{ style: { display: 'none' } }}
      mask={{ closable: false }}
    >
      <p>{word('client.once')}</p>
      <ShownOnce password={secret} />
      {children}
    </Modal>
  )
}
