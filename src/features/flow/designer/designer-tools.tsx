import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Popover, Space } from 'antd'
import type { ReactNode } from 'react'
import { endId, startId } from '#contract/entities/flow/tree.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { useAddItems } from './add-menu.tsx'
import { type DesignerAct, spotAfter } from './designer-state.ts'
import { useDrawing, useDrawingStore } from './drawing-store.ts'

interface Tool {
  readonly key: WordKey
  readonly icon: ReactNode
  readonly act: DesignerAct
  readonly isOff: boolean
}

/** The acts of the designer as buttons, for those who do not use keys or the pointer on the drawing. */
export function DesignerTools(): ReactNode {
  const { word } = useWords()
  const store = useDrawingStore()
  const id = useDrawing((drawing) => drawing.designer.selected)
  const hasPast = useDrawing((drawing) => drawing.designer.past.length > 0)
  const hasFuture = useDrawing((drawing) => drawing.designer.future.length > 0)
  const act = useDrawing((drawing) => drawing.act)
  const items = useAddItems(() => {
    const { designer } = store.getState()
    return spotAfter(designer.tree, designer.selected)
  })
  const isEdge = id === startId || id === endId
  const tools: readonly Tool[] = [
    { key: 'flow.undo', icon: <UndoOutlined />, act: { do: 'undo' }, isOff: !hasPast },
    { key: 'flow.redo', icon: <RedoOutlined />, act: { do: 'redo' }, isOff: !hasFuture },
    { key: 'flow.up', icon: <ArrowUpOutlined />, act: { do: 'shift', id, by: -1 }, isOff: isEdge },
    { key: 'flow.down', icon: <ArrowDownOutlined />, act: { do: 'shift', id, by: 1 }, isOff: isEdge },
    { key: 'flow.duplicate', icon: <CopyOutlined />, act: { do: 'duplicate', id }, isOff: isEdge },
    { key: 'flow.remove', icon: <DeleteOutlined />, act: { do: 'remove', id }, isOff: isEdge },
  ]
  const keys = (
    <ul className="eam-flow-keys">
      {word('flow.keysSay')
        .split('|')
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  )
  return (
    <>
      <Dropdown trigger={['click']} menu={items}>
        <Button icon={<PlusOutlined />}>{word('flow.addAfter')}</Button>
      </Dropdown>
      <Space.Compact>
        {tools.map((tool) => (
          <Button
            key={tool.key}
            icon={tool.icon}
            disabled={tool.isOff}
            title={word(tool.key)}
            aria-label={word(tool.key)}
            onClick={() => act(tool.act)}
          />
        ))}
      </Space.Compact>
      <Popover content={keys} title={word('flow.keys')} trigger="click" placement="bottom">
        <Button type="text" icon={<QuestionCircleOutlined />} aria-label={word('flow.keys')} title={word('flow.keys')} />
      </Popover>
    </>
  )
}
