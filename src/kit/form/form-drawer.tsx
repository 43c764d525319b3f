import { ConfigProvider, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { calledOf, formView, kindForm, startsOf } from '#contract/kit/entity/form-of-kind.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { inSentence } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { type Row, type Saved, useDetail } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { openFields } from '#src/kit/lines/line-draft.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { EntityForm, type FormExtra } from './entity-form.tsx'
import { KindChoice } from './kind-choice.tsx'
import { drawerSizes } from './sizes.ts'
import { still } from './unsaved.ts'
import { useThrowAway } from './use-throw-away.ts'

interface Props {
  readonly view: View
  readonly isOpen: boolean
  /** Id of the row to change; absent for a new one. */
  readonly id?: string
  /** Initial values of a new row, by wire name, with the titles of its links. */
  readonly initial?: Readonly<Record<string, unknown>>
  readonly extra?: FormExtra
  /** Makes room next to the fields, such as for a preview. */
  readonly isBroad?: boolean | undefined
  /** Pixels, where the documented interface says how wide the form is. */
  readonly width?: number | undefined
  readonly onClose: () => void
  readonly onSaved?: (saved: Saved) => void
}

/** Whether the form contains lines edited as a table. */
const isWide = ({ lines = [] }: Entity): boolean =>
  lines.some(({ entity, asks }) => (asks ?? openFields(entityNamed(entity).fields)).length > 3)

/** An entity's form in a drawer; confirms before input is discarded. A new row of an entity with kinds begins with the choice of its kind. */
export function FormDrawer({ isOpen, onClose, view, id, isBroad = false, width, initial, onSaved, extra }: Props): ReactNode {
  const { word, say } = useWords()
  const [isDirty, setDirty] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const detail = useDetail(view.entity, isOpen ? id : undefined)
  const { leave, forget } = useThrowAway(isDirty)
  const by = view.entity.forms?.by
  const said = by && ((id ? detail.data : initial)?.[by] ?? (id ? undefined : chosen))
  const kind = said ? String(said) : undefined
  const shown = kind ? formView(view, kind) : view
  const end = (): void => {
    setChosen(undefined)
    onClose()
  }
  const close = (): void =>
    leave(() => {
      setDirty(false)
      end()
    })
  // The tab may be in the background by now, so reset the unsaved mark explicitly.
  const done = (): void => {
    forget()
    end()
  }
  return (
    <ConfigProvider theme={still}>
      <Drawer
        open={isOpen}
        onClose={close}
        // Leave the focus to the first input.
        autoFocus={false}
        size={width ?? (isBroad || isWide(shown.entity) ? drawerSizes.large : drawerSizes.small)}
        destroyOnHidden
        title={word(id ? 'form.editTitle' : 'form.addTitle', { what: inSentence(say(kind ? calledOf(view, kind) : view.entity)) })}
      >
        {id && !detail.data ? (
          <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
        ) : by && !kind ? (
          <KindChoice view={view} onChoose={setChosen} />
        ) : (
          <DrawerForm
            key={`${id ?? 'new'} ${kind ?? ''}`}
            view={shown}
            row={detail.data}
            kind={kind}
            initial={initial}
            extra={extra}
            onDirty={setDirty}
            onReload={() => detail.refetch()}
            onCancel={close}
            onSaved={(saved) => {
              setDirty(false)
              onSaved?.(saved)
              done()
            }}
          />
        )}
      </Drawer>
    </ConfigProvider>
  )
}

interface InnerProps extends Pick<Props, 'view' | 'initial' | 'extra'> {
  readonly row: Row | undefined
  readonly kind: string | undefined
  readonly onDirty: (isDirty: boolean) => void
  readonly onReload: () => Promise<unknown>
  readonly onCancel: () => void
  readonly onSaved: (saved: Saved) => void
}

/** The form; that of a kind begins with what the kind declares and an empty line. */
function DrawerForm({ view, row, kind, initial, ...more }: InnerProps): ReactNode {
  const [begun] = useState(() => {
    const form = row || !kind ? undefined : kindForm(view.entity.forms, kind)
    if (!form || !kind) return initial
    const person = useSession.getState().person
    const starts = startsOf(view, kind, {
      dept: person?.deptId ? { id: person.deptId, name: person.deptName } : undefined,
      me: person && { id: person.user_id, name: person.realName },
      now: new Date(),
    })
    return { ...Object.fromEntries(Object.keys(form.lines).map((as) => [as, [{}]])), ...starts, ...initial }
  })
  const by = view.entity.forms?.by
  return <EntityForm view={view} row={row} initial={begun} given={by && kind ? { [by]: kind } : undefined} {...more} />
}
