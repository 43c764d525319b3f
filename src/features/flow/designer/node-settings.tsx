import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select, Switch } from 'antd'
import { memo, type ReactNode, useDeferredValue, useId } from 'react'
import { nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import { type Branch, type ConditionBranch, endId, type FlowNode, nodeKinds, startId } from '#contract/entities/flow/tree.ts'
import { useWords } from '#src/words/words.ts'
import { type Found, find } from '../tree/tree-edit.ts'
import { ApproveSettings } from './approve-settings.tsx'
import { AssigneeRules } from './assignee-rules.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { useDrawing } from './drawing-store.ts'

type When = ConditionBranch['when']

/** The settings of what was opened, beside the drawing. */
export function NodeSettings(): ReactNode {
  const { word } = useWords()
  // Another form is made in the background, so that the focus walks on meanwhile.
  const opened = useDeferredValue(useDrawing((drawing) => drawing.designer.opened))
  const found = useDrawing((drawing) => (opened === undefined ? undefined : drawing.designer.tree))
  const act = useDrawing((drawing) => drawing.act)
  const faults = useDrawing((drawing) => (opened === undefined ? undefined : drawing.faults.get(opened)))
  const { language } = useWords()
  if (opened === undefined || !found || opened === endId) return null
  const one = find(found, opened)
  const title = word(opened === startId ? 'flow.flowSettings' : 'flow.settings')
  return (
    <aside
      className="eam-flow-settings"
      aria-label={title}
      onKeyDown={(event) => event.key === 'Escape' && act({ do: 'open', id: undefined })}
    >
      <header>
        <h2>{title}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={word('common.close')} onClick={() => act({ do: 'open', id: undefined })} />
      </header>
      {faults && (
        <ul className="eam-flow-wrong">
          {faults.map((fault) => (
            <li key={fault.zh}>{fault[language]}</li>
          ))}
        </ul>
      )}
      {opened === startId ? <FlowSettings /> : one && <Settings key={opened} found={one} />}
    </aside>
  )
}

function FlowSettings(): ReactNode {
  const { word } = useWords()
  const id = useId()
  const isOn = useDrawing((drawing) => drawing.designer.tree.allowSelf ?? false)
  const act = useDrawing((drawing) => drawing.act)
  return (
    <div className="eam-flow-switch">
      <Switch id={id} checked={isOn} onChange={(next) => act({ do: 'allowSelf', isOn: next })} />
      <label htmlFor={id}>{word('flow.allowSelf')}</label>
      <p className="eam-hint">{word('flow.allowSelfHint')}</p>
    </div>
  )
}

const whenOf = (branch: Branch): When => (branch as ConditionBranch).when
/** What is compared how: while only values differ they are being typed, which is one step of undo. */
const shapeOf = (when: When): string => JSON.stringify(when.map((group) => group.map(({ fact, is }) => [fact, is])))

/** Whether two finds show the same settings: trees share what an act has not changed. */
const isSame = ({ found: one }: { readonly found: Found }, { found: other }: { readonly found: Found }): boolean =>
  one.is === 'node'
    ? other.is === 'node' && one.node === other.node
    : other.is === 'branch' && one.branch === other.branch && one.isDefault === other.isDefault

const Settings = memo(function Settings({ found }: { readonly found: Found }): ReactNode {
  const { word, say, language } = useWords()
  const id = useId()
  const act = useDrawing((drawing) => drawing.act)
  const one = found.is === 'node' ? found.node : found.branch
  const put = (facts: Readonly<Record<string, unknown>>, key?: string): void =>
    act({ do: 'change', id: one.id, facts, ...(key ? { key } : {}) })
  const kind = found.is === 'node' ? say(nodeKinds[found.node.kind]) : word('flow.branchWord')
  return (
    <>
      <label htmlFor={id}>{word('flow.name')}</label>
      <Input
        id={id}
        value={found.is === 'node' && nodeNameIn(one.name ?? '', language) === kind ? '' : (one.name ?? '')}
        maxLength={60}
        placeholder={kind}
        onChange={(event) => put({ name: event.target.value || undefined }, 'name')}
      />
      {found.is === 'node' && <NodeFacts node={found.node} put={put} />}
      {found.is === 'branch' && 'when' in found.branch && (
        <ConditionEditor
          when={whenOf(found.branch)}
          onChange={(when) => put({ when }, shapeOf(when) === shapeOf(whenOf(found.branch)) ? 'when' : undefined)}
        />
      )}
      {found.is === 'branch' && found.isDefault && <p className="eam-hint">{word('flow.defaultSays')}</p>}
    </>
  )
}, isSame)

interface FactsProps {
  readonly node: FlowNode
  readonly put: (facts: Readonly<Record<string, unknown>>, key?: string) => void
}

function NodeFacts({ node, put }: FactsProps): ReactNode {
  const { word } = useWords()
  const act = useDrawing((drawing) => drawing.act)
  switch (node.kind) {
    case 'approve':
      return <ApproveSettings node={node} put={put} />
    case 'copy':
      return <AssigneeRules who={node.who} onChange={(who) => put({ who })} />
    case 'automatic':
      return <AutomaticAct act={node.act} onChange={(next) => put({ act: next })} />
    case 'condition':
    case 'parallel':
      return (
        <>
          <Button block type="dashed" icon={<PlusOutlined />} onClick={() => act({ do: 'addBranch', id: node.id })}>
            {word(node.kind === 'condition' ? 'flow.addCondition' : 'flow.addBranch')}
          </Button>
          {node.kind === 'condition' && !node.otherwise && (
            <Button block icon={<PlusOutlined />} onClick={() => act({ do: 'addDefault', id: node.id })}>
              {word('flow.addDefault')}
            </Button>
          )}
        </>
      )
    case 'end':
      return null
  }
}

function AutomaticAct({ act, onChange }: { readonly act: string; readonly onChange: (act: string) => void }): ReactNode {
  const { word, say } = useWords()
  const id = useId()
  const approval = useDrawing((drawing) => drawing.approval)
  const options = (approval?.automatic ?? []).map((name) => ({ value: name, label: say(approval!.machine.steps[name]!) }))
  return (
    <>
      <label htmlFor={id}>{word('flow.autoAct')}</label>
      <Select id={id} value={act || undefined} options={options} onChange={onChange} />
    </>
  )
}
