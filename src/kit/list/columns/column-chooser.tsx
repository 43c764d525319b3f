import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { nameForm } from '#contract/kit/text/pinyin.ts'
import { useWords } from '#src/words/words.ts'
import { type ColumnChoice, moved, ordered, toggled } from './column-choice.ts'

interface Props {
  /** Labels by column name, in declaration order. */
  readonly labels: Readonly<Record<string, string>>
  readonly choice: ColumnChoice
  /** The settings that reset restores. */
  readonly usual: ColumnChoice
  readonly onChoose: (next: ColumnChoice) => void
}

/** Shows, hides and reorders the columns of a list. */
export function ColumnChooser(props: Props): ReactNode {
  const { word } = useWords()
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Chooser {...props} />}>
      <Button className="eam-folds-first" title={word('tool.columns')} icon={<TableOutlined />}>
        {word('tool.columns')}
      </Button>
    </Popover>
  )
}

function Chooser({ labels, choice, usual, onChoose }: Props): ReactNode {
  const { word } = useWords()
  const [wanted, setWanted] = useState('')
  const [dragged, setDragged] = useState<string>()
  const names = Object.keys(labels)
  const order = ordered(names, choice)
  const found = order.filter((name) => nameForm(labels[name]!).includes(searchForm(wanted).trim()))
  const moveTo = (target: string): void => {
    if (dragged && dragged !== target) onChoose(moved(names, choice, dragged, order.indexOf(target) - order.indexOf(dragged)))
  }
  return (
    <div className="eam-chooser">
      <Input
        allowClear
        autoFocus
        value={wanted}
        placeholder={word('columns.search')}
        aria-label={word('columns.search')}
        onChange={(event) => setWanted(event.target.value)}
      />
      <ul>
        {found.map((name) => (
          <li
            key={name}
            draggable
            className={name === dragged ? 'eam-dragged' : undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              // Some browsers start no drag without data.
              event.dataTransfer.setData('text/plain', name)
              setDragged(name)
            }}
            onDragOver={(event) => {
              event.preventDefault()
              moveTo(name)
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <HolderOutlined aria-hidden className="eam-holder" />
            <Checkbox checked={!choice.hidden.includes(name)} onChange={() => onChoose(toggled(names, choice, name))}>
              {labels[name]}
            </Checkbox>
            <span className="eam-grow" />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={word('columns.up', { what: labels[name]! })}
              disabled={order[0] === name}
              onClick={() => onChoose(moved(names, choice, name, -1))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={word('columns.down', { what: labels[name]! })}
              disabled={order.at(-1) === name}
              onClick={() => onChoose(moved(names, choice, name, 1))}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="eam-hint">{word('columns.none')}</p>}
      <Button size="small" onClick={() => onChoose(usual)}>
        {word('columns.reset')}
      </Button>
    </div>
  )
}
