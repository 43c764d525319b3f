import { Checkbox, Segmented, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dispatchBoard } from '#contract/calls/service/dispatch.ts'
import { urgencies } from '#contract/entities/service/repair-states.ts'
import { orderKinds } from '#contract/kit/entity/order-kind.ts'
import { useSession } from '#src/data/session.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

/** Parameters of an address with some changed; empty ones go. */
export function changed(params: URLSearchParams, next: Readonly<Record<string, unknown>>): URLSearchParams {
  const after = new URLSearchParams(params)
  for (const [name, value] of Object.entries(next))
    if (value === undefined || value === null || value === '') after.delete(name)
    else after.set(name, String(value))
  return after
}

/** The filters of an address, as the calls take them. */
export const queryOf = (params: URLSearchParams): Record<string, string> =>
  Object.fromEntries(['kinds', 'deptId', 'urgency', 'mine'].flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])))

/** Which view of the orders is shown, and its filters; all in the address. */
export function DispatchTools(): ReactNode {
  const { word, say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const [params, setParams] = useSearchParams()
  const deptId = useId()
  const kinds = orderKinds.filter(({ of }) => rights?.includes(`${of.name}.list`))
  const chosen = params.get('kinds')?.split(',') ?? []
  const change = (name: string, value: unknown): void => setParams(changed(params, { [name]: value }), { replace: true })
  return (
    <>
      <Segmented
        aria-label={word('planning.views')}
        value={params.get('view') ?? 'board'}
        onChange={(next) => change('view', next === 'board' ? '' : next)}
        options={[
          { value: 'board', label: word('planning.board') },
          { value: 'week', label: word('planning.week') },
          { value: 'month', label: word('planning.month') },
        ]}
      />
      <fieldset className="eam-dispatch-kinds" aria-label={word('dispatch.kinds')}>
        {kinds.map(({ name, ...kind }) => (
          <Checkbox
            key={name}
            checked={chosen.length === 0 || chosen.includes(name)}
            onChange={() => {
              const now = chosen.length === 0 ? kinds.map((one) => one.name) : chosen
              const next = now.includes(name) ? now.filter((one) => one !== name) : [...now, name]
              change('kinds', next.length === kinds.length ? '' : next.join())
            }}
          >
            {say(kind)}
          </Checkbox>
        ))}
      </fieldset>
      <span className="eam-dispatch-dept">
        <label htmlFor={deptId}>{say(dispatchBoard.input.dept)}</label>{' '}
        <FieldInput
          id={deptId}
          field={asFilter(dispatchBoard.input.dept)}
          value={params.get('deptId')}
          onChange={(next) => change('deptId', next)}
        />
      </span>
      <Select
        aria-label={say(dispatchBoard.input.urgency)}
        placeholder={say(dispatchBoard.input.urgency)}
        allowClear
        popupMatchSelectWidth={false}
        value={params.get('urgency')}
        onChange={(next) => change('urgency', next)}
        options={Object.entries(urgencies).map(([value, words]) => ({ value, label: say(words) }))}
      />
      <span>
        <Switch
          size="small"
          aria-label={word('dispatch.mine')}
          checked={params.get('mine') === '1'}
          onChange={(on) => change('mine', on ? 1 : '')}
        />{' '}
        {word('dispatch.mine')}
      </span>
    </>
  )
}
