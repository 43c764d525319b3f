import { InputNumber, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { type ApproveMode, type ApproveNode, approveModes, lateActs, type TimeLimit } from '#contract/entities/flow/tree.ts'
import { useWords } from '#src/words/words.ts'
import { AssigneeRules } from './assignee-rules.tsx'

interface Props {
  readonly node: ApproveNode
  readonly put: (facts: Readonly<Record<string, unknown>>, key?: string) => void
}

/** Who approves, how several people decide, and by when. */
export function ApproveSettings({ node, put }: Props): ReactNode {
  const { word, say } = useWords()
  const id = useId()
  const options = Object.entries(approveModes).map(([value, words]) => ({ value: value as ApproveMode, label: say(words) }))
  return (
    <>
      <AssigneeRules who={node.who} inOrder={node.mode === 'order'} onChange={(who) => put({ who })} />
      <label htmlFor={`${id}-mode`}>{word('flow.mode')}</label>
      <Select
        id={`${id}-mode`}
        value={node.mode}
        options={options}
        onChange={(mode) => put({ mode, share: mode === 'share' ? (node.share ?? 50) : undefined })}
      />
      {node.mode === 'share' && (
        <>
          <label htmlFor={`${id}-share`}>{word('flow.share')}</label>
          <InputNumber
            id={`${id}-share`}
            min={1}
            max={100}
            precision={0}
            value={node.share}
            onChange={(share) => put({ share: share ?? undefined }, 'share')}
          />
        </>
      )}
      <LimitSettings limit={node.limit} onChange={(limit, key) => put({ limit }, key)} />
    </>
  )
}

interface LimitProps {
  readonly limit: TimeLimit | undefined
  readonly onChange: (limit: TimeLimit | undefined, key?: string) => void
}

function LimitSettings({ limit, onChange }: LimitProps): ReactNode {
  const { word, say } = useWords()
  const id = useId()
  const late = Object.entries(lateActs).map(([value, words]) => ({ value: value as TimeLimit['late'], label: say(words) }))
  return (
    <>
      <div className="eam-flow-switch">
        <Switch
          id={`${id}-on`}
          checked={limit !== undefined}
          onChange={(isOn) => onChange(isOn ? { hours: 24, late: 'none' } : undefined)}
        />
        <label htmlFor={`${id}-on`}>{word('flow.limited')}</label>
      </div>
      {limit && (
        <div className="eam-flow-limit">
          <label htmlFor={`${id}-hours`}>{word('flow.hours')}</label>
          <InputNumber
            id={`${id}-hours`}
            min={1}
            max={8760}
            precision={0}
            value={limit.hours}
            onChange={(hours) => hours && onChange({ ...limit, hours }, 'hours')}
          />
          <label htmlFor={`${id}-remind`}>{word('flow.remindAfter')}</label>
          <InputNumber
            id={`${id}-remind`}
            min={1}
            max={8760}
            precision={0}
            value={limit.remindAfter}
            onChange={(hours) => {
              const { remindAfter: _, ...rest } = limit
              onChange(hours ? { ...rest, remindAfter: hours } : rest, 'remind')
            }}
          />
          <label htmlFor={`${id}-late`}>{word('flow.late')}</label>
          <Select id={`${id}-late`} value={limit.late} options={late} onChange={(next) => onChange({ ...limit, late: next })} />
        </div>
      )}
    </>
  )
}
