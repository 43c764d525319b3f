import { Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'

/** A dialog over the page: 70 % of its width where nothing else is said. */
export function Dialog({ width = '70%', ...rest }: ModalProps): ReactNode {
  return <Modal width={width} {...rest} />
}
