import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import './order-list.css'

interface Props {
  readonly ids: readonly string[]
  readonly names: ReadonlyMap<string, string>
  readonly disabled?: boolean
  readonly onChange?: (ids: readonly string[]) => void
}

/** Chosen rows in their order, each with buttons that move it up and down. */
export function OrderList({ ids, names, disabled, onChange }: Props): ReactNode {
  const { word } = useWords()
  const swap = (at: number, to: number): void => {
    const next = [...ids]
    ;[next[at], next[to]] = [ids[to]!, ids[at]!]
    onChange?.(next)
  }
  return (
    <ol className="eam-order-list">
      {ids.map((id, at) => {
        const what = names.get(id) ?? ''
        return (
          <li key={id}>
            <span>{what}</span>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={word('columns.up', { what })}
              disabled={disabled || at === 0}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={word('columns.down', { what })}
              disabled={disabled || at === ids.length - 1}
              onClick={() => swap(at, at + 1)}
            />
          </li>
        )
      })}
    </ol>
  )
}
