import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'

/** A modal dialog, 70 % of the page wide by default. */
export function Dialog({ width = '70%', ...rest }: ModalProps): ReactNode {
  return <Modal width={width} {...rest} />
}
