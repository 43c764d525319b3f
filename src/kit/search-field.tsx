import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly value: string
  /** What is searched: the name of the field and its placeholder. */
  readonly label: string
  readonly onType: (text: string) => void
}

/** A search box above a list that is not of the kit; the page decides when to ask. */
export function SearchField({ value, label, onType }: Props): ReactNode {
  return (
    <Input
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      value={value}
      onChange={(event) => onType(event.target.value)}
      style={{ width: 260 }}
      placeholder={label}
      aria-label={label}
    />
  )
}
