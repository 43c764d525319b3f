import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Field } from '#contract/kit/fields/field.ts'
import { suggestionFor } from '#contract/kit/fields/suggest-value.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { useWords } from '#src/words/words.ts'
import type { Job, ProblemGroup } from './import-job.ts'

interface Props {
  readonly job: Job
  readonly group: ProblemGroup
  readonly isBusy: boolean
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
}

/** The values of one group, each with what it is replaced by everywhere; what is chosen is remembered for the hospital. */
export function GroupValues({ job, group, isBusy, onCheck }: Props): ReactNode {
  const { word } = useWords()
  const { view } = useView(entityNamed(job.target))
  const of = entityNamed(job.target)
  const field: Field | undefined = view?.fields[group.field ?? ''] ?? of.fields[group.field ?? '']
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  if (!field) return null
  const meansOf = (value: string): string | undefined => typed.get(value) ?? suggestionFor(field, value)
  const change = (value: string, means: string): void => setTyped((now) => new Map(now).set(value, means))
  const chosen = group.values.flatMap(({ value }) => {
    const means = meansOf(value)
    return means === undefined ? [] : [{ field: group.field, said: value, means }]
  })
  return (
    <div className="eam-import-values">
      {group.values.map(({ value, cells }) => (
        <div key={value} className="eam-import-value">
          <span className="eam-import-said" title={value}>
            {value}
          </span>
          <span className="eam-none">{word('import.cells', { count: cells })}</span>
          <span aria-hidden="true">→</span>
          <Replacement field={field} value={value} means={meansOf(value)} onChange={(means) => change(value, means)} />
          <Button size="small" onClick={() => change(value, '')}>
            {word('import.empty')}
          </Button>
        </div>
      ))}
      <div className="eam-form-foot">
        <span className="eam-hint eam-grow">{word('import.valuesRemembered')}</span>
        <Button type="primary" disabled={chosen.length === 0} loading={isBusy} onClick={() => void onCheck({ values: chosen })}>
          {word('import.replace', { count: chosen.length })}
        </Button>
      </div>
    </div>
  )
}

interface ReplacementProps {
  readonly field: Field
  readonly value: string
  readonly means: string | undefined
  readonly onChange: (means: string) => void
}

/** What a value stands for: one of the choices of its field, or a text. */
function Replacement({ field, value, means, onChange }: ReplacementProps): ReactNode {
  const { word, say } = useWords()
  const label = `${word('import.means')} ${value}`
  const placeholder = word(means === '' ? 'import.emptied' : 'import.means')
  if (field.kind === 'choice')
    return (
      <Select
        className="eam-import-means"
        showSearch={byLabel}
        placeholder={placeholder}
        aria-label={label}
        value={means || undefined}
        options={Object.values(field.of).map((words) => ({ value: words.zh, label: say(words) }))}
        onChange={onChange}
      />
    )
  return (
    <Input
      className="eam-import-means"
      placeholder={placeholder}
      aria-label={label}
      maxLength={200}
      value={means ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
