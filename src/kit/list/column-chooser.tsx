import { ArrowDownOutlined, ArrowUpOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { type ColumnChoice, moved, ordered, toggled } from './column-choice.ts'

interface Props {
  /** Column name to label, in the order of declaration. */
  readonly labels: Readonly<Record<string, string>>
  readonly choice: ColumnChoice
  /** What the reset goes back to. */
  readonly usual: ColumnChoice
  readonly onChoose: (next: ColumnChoice) => void
}

/** Shows, hides and orders the columns of a list. */
export function ColumnChooser({ labels, choice, usual, onChoose }: Props): ReactNode {
  const { word } = useWords()
  const names = Object.keys(labels)
  const order = ordered(names, choice)
  const list = (
    <div className="eam-chooser">
      <ul>
        {order.map((name, index) => (
          <li key={name}>
            <Checkbox checked={!choice.hidden.includes(name)} onChange={() => onChoose(toggled(names, choice, name))}>
              {labels[name]}
            </Checkbox>
            <span className="eam-grow" />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={word('columns.up', { what: labels[name]! })}
              disabled={index === 0}
              onClick={() => onChoose(moved(names, choice, name, -1))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={word('columns.down', { what: labels[name]! })}
              disabled={index === order.length - 1}
              onClick={() => onChoose(moved(names, choice, name, 1))}
            />
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => onChoose(usual)}>
        {word('columns.reset')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={list}>
      <Button className="eam-folds-first" title={word('tool.columns')} icon={<TableOutlined />}>
        {word('tool.columns')}
      </Button>
    </Popover>
  )
}
