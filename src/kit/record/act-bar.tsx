import { DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Choice } from '#contract/kit/fields/field.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { useRemoval } from './use-removal.ts'
import { useStepRun } from './use-step-run.tsx'

export type Allows = (row: Row, name: string) => boolean

/** Order of a record's actions: names of steps, and `submit` for editing. */
export interface ActOrder {
  /** Candidates for the next step, by priority; the first available one becomes the primary button. */
  readonly next: readonly string[]
  /** Rare or dangerous actions, under 更多 together with removal. */
  readonly rare: readonly string[]
}

interface Props {
  readonly of: Entity
  readonly row: Row
  /** When absent, it follows from the states that the steps lead to. */
  readonly order?: ActOrder
  /** Hides actions that are not for this person, in addition to the server's rights and states. */
  readonly allows?: Allows
  readonly onEdit: () => void
  readonly onRemoved: () => void
  readonly onRefresh?: () => void
  /** Further actions of the page, under 更多. */
  readonly more?: readonly { readonly key: string; readonly label: string; readonly onClick: () => void }[]
  /** Dangerous actions of the page, under 更多 below removal. */
  readonly rareMore?: readonly { readonly key: string; readonly label: string; readonly onClick: () => void }[]
  /** Actions added by modules; `hasNext` is false when the row has no next step, so that one of theirs may be primary. */
  readonly children?: (hasNext: boolean) => ReactNode
}

interface Act {
  readonly name: string
  readonly label: string
  readonly isBusy: boolean
  readonly run: () => void
}

const onward: ReadonlySet<string | undefined> = new Set(['good', 'busy'])

/**
 * The order of acts where a page names none: the steps that lead a row on, as declared, then editing. A step that asks before it runs and leads nowhere
 * good, such as to a cancelled row, is rare.
 */
function usualOrder(of: Entity): ActOrder {
  const steps = machinesOf(of).flatMap(({ states, steps: all }) =>
    Object.entries(all).flatMap(([name, { to, confirm, inner }]) => {
      if (inner || typeof to !== 'string') return []
      return [{ name, isOnward: onward.has((states[to] as Choice).tone), confirm }]
    }),
  )
  return {
    next: [...steps.flatMap(({ name, isOnward }) => (isOnward ? [name] : [])), 'submit'],
    rare: steps.flatMap(({ name, isOnward, confirm }) => (confirm && !isOnward ? [name] : [])),
  }
}

/** The actions that the server allows on a row now: the next step first, rare ones under 更多, refresh as an icon. */
export function ActBar({
  of,
  row,
  order = usualOrder(of),
  allows,
  onEdit,
  onRemoved,
  onRefresh,
  more = [],
  rareMore = [],
  children,
}: Props): ReactNode {
  const { word, say } = useWords()
  const steps = useStepRun([row])
  const remove = useRemoval(of, row, onRemoved)
  const can = (row.can ?? []).filter((name) => allows?.(row, name) ?? true)
  const acts: Act[] = [
    ...machinesOf(of).flatMap((on) =>
      Object.keys(on.steps)
        .filter((name) => can.includes(name))
        .map((name) => ({ name, label: say(on.steps[name]!), isBusy: steps.isTaking(on, name), run: () => steps.begin(on, name) })),
    ),
    ...(can.includes('submit') ? [{ name: 'submit', label: word('record.edit'), isBusy: false, run: onEdit }] : []),
  ]
  const next = order.next.flatMap((name) => acts.find((act) => act.name === name) ?? []).at(0)
  const others = acts.filter((act) => act !== next && !order.rare.includes(act.name))
  const rare = [
    ...acts
      .filter((act) => act !== next && order.rare.includes(act.name))
      .map(({ name, label, run }) => ({ key: name, label, onClick: run })),
    ...more,
    ...(can.includes('remove') ? [{ key: 'remove', label: word('record.remove'), danger: true, onClick: remove }] : []),
    ...rareMore.map((act) => ({ ...act, danger: true })),
  ]
  const button = (act: Act, isNext: boolean): ReactNode => (
    <Button
      key={act.name}
      type={isNext ? 'primary' : undefined}
      loading={act.isBusy}
      disabled={act.name !== 'submit' && steps.isBusy}
      onClick={act.run}
    >
      {act.label}
    </Button>
  )
  return (
    <div className="eam-actions">
      {next && button(next, true)}
      {children?.(next !== undefined)}
      {others.map((act) => button(act, false))}
      {rare.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: rare }}>
          <Button icon={<DownOutlined />} iconPlacement="end">
            {word('common.more')}
          </Button>
        </Dropdown>
      )}
      {onRefresh && (
        <Tooltip title={word('common.refresh')}>
          <Button icon={<ReloadOutlined />} aria-label={word('common.refresh')} onClick={onRefresh} />
        </Tooltip>
      )}
      {steps.dialog}
    </div>
  )
}
