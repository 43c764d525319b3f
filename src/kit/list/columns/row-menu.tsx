import { Dropdown, type MenuProps } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { machinesOf } from '#contract/registry.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import type { ActOrder, Allows } from '#src/kit/record/act-bar.tsx'
import { useRemoval } from '#src/kit/record/use-removal.ts'
import { useStepRun } from '#src/kit/record/use-step-run.tsx'
import { useWords } from '#src/words/words.ts'

/** Extra context for row menus, beyond the server's rights and states. */
export interface RowMenuFacts {
  readonly order?: ActOrder
  readonly allows?: Allows
  readonly onEdit?: (row: Row) => void
}

interface Opened {
  readonly row: Row
  readonly at: HTMLElement
}

interface RowMenuState {
  /** Opens the menu of a row; undefined when the person has no right to any of its actions. */
  readonly open: ((row: Row, at: HTMLElement) => void) | undefined
  /** Render next to the table. */
  readonly node: ReactNode
}

/** One menu for all rows of a list, created when it opens. `onDone`: called with a row that was changed or deleted. */
export function useRowMenu(of: Entity, facts: RowMenuFacts, onDone: (row: Row) => void): RowMenuState {
  const rights = useSession((state) => state.person?.rights)
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setOpen] = useState(false)
  const wanted = [
    ...machinesOf(of).flatMap((on) => Object.values(on.steps).flatMap((step) => (step.inner || !step.may ? [] : [step.may]))),
    ...(facts.onEdit && verbsOf(of).includes('submit') && !of.append ? [rightOf(of, 'submit')] : []),
    ...(verbsOf(of).includes('remove') && !of.append ? [rightOf(of, 'remove')] : []),
  ]
  const open = (row: Row, at: HTMLElement): void => {
    setOpened({ row, at })
    setOpen(true)
  }
  return {
    open: wanted.some((right) => rights?.includes(right)) ? open : undefined,
    node: opened && (
      <RowMenu
        key={opened.row.id}
        of={of}
        {...opened}
        {...facts}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          opened.at.focus()
        }}
        onDone={() => {
          setOpened(undefined)
          onDone(opened.row)
        }}
      />
    ),
  }
}

interface Props extends Opened, RowMenuFacts {
  readonly of: Entity
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called after an action has changed or deleted the row. */
  readonly onDone: () => void
}

/** The available actions of a row, ordered as on the record page: the next step, then editing; rare ones and deletion separate. */
function RowMenu({ of, row, at, order, allows, onEdit, isOpen, onClose, onDone }: Props): ReactNode {
  const { word, say } = useWords()
  const hasDetail = verbsOf(of).includes('detail')
  // The list row has only some columns, and available actions depend on others; its state may also have changed.
  const detail = useDetail(of, hasDetail && isOpen ? row.id : undefined)
  const now = hasDetail ? detail.data : row
  const steps = useStepRun([now ?? row], onDone)
  const remove = useRemoval(of, now ?? row, onDone)
  useEffect(() => {
    if (!isOpen) return
    const stop = new AbortController()
    // The menu has a fixed position, so close it when scrolling moves the row away.
    document.addEventListener('scroll', onClose, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [isOpen, onClose])
  const can = now ? (now.can ?? []).filter((name) => allows?.(now, name) ?? true) : []
  const acts = machinesOf(of).flatMap((on) =>
    Object.entries(on.steps).flatMap(([name, step]) =>
      can.includes(name) ? [{ key: name, label: say(step), onClick: () => steps.begin(on, name) }] : [],
    ),
  )
  const next = (order?.next ?? []).flatMap((name) => acts.find(({ key }) => key === name) ?? []).at(0)
  const isRare = (name: string): boolean => order?.rare.includes(name) ?? false
  const groups: NonNullable<MenuProps['items']>[] = [
    [
      ...(next ? [{ ...next, label: <strong>{next.label}</strong> }] : []),
      ...acts.filter((act) => act !== next && !isRare(act.key)),
      ...(can.includes('submit') && onEdit ? [{ key: 'submit', label: word('record.edit'), onClick: () => onEdit(row) }] : []),
    ],
    acts.filter((act) => act !== next && isRare(act.key)),
    can.includes('remove') ? [{ key: 'remove', label: word('record.remove'), danger: true, onClick: remove }] : [],
  ]
  const items = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index > 0 ? [{ type: 'divider' as const }, ...group] : group))
  const none = { key: 'none', disabled: true, label: word(now || detail.error ? 'row.noActs' : 'common.loading') }
  const { right, bottom } = at.getBoundingClientRect()
  return (
    <>
      <Dropdown
        open={isOpen}
        trigger={['click']}
        placement="bottomRight"
        autoFocus
        destroyOnHidden
        onOpenChange={(isWanted) => !isWanted && onClose()}
        menu={{ items: items.length > 0 ? items : [none] }}
      >
        <span className="eam-menu-anchor" style={{ left: right, top: bottom }} />
      </Dropdown>
      {steps.dialog}
    </>
  )
}
