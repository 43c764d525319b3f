import { ConfigProvider, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import type { View } from '#contract/kit/view.ts'
import { inSentence } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { type Saved, useDetail } from '#src/data/hooks.ts'
import { openFields } from '#src/kit/lines/line-draft.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { EntityForm, type FormExtra } from './entity-form.tsx'
import { still } from './unsaved.ts'
import { useThrowAway } from './use-throw-away.ts'

interface Props {
  readonly view: View
  readonly isOpen: boolean
  /** Id of the row to change; absent for a new one. */
  readonly id?: string
  readonly initial?: Readonly<Record<string, unknown>>
  readonly extra?: FormExtra
  /** Makes room next to the fields, such as for a preview. */
  readonly isBroad?: boolean | undefined
  /** Pixels; 720 when absent. */
  readonly width?: number | undefined
  readonly onClose: () => void
  readonly onSaved?: (saved: Saved) => void
}

/** Whether the form contains lines edited as a table. */
const isWide = ({ entity }: View): boolean => (entity.lines ?? []).some((line) => openFields(entityNamed(line.entity).fields).length > 3)

/** An entity's form in a drawer; confirms before input is discarded. */
export function FormDrawer({ isOpen, onClose, view, id, isBroad = false, width = 720, ...rest }: Props): ReactNode {
  const { word, say } = useWords()
  const [isDirty, setDirty] = useState(false)
  const { leave, forget } = useThrowAway(isDirty)
  const close = (): void =>
    leave(() => {
      setDirty(false)
      onClose()
    })
  // The tab may be in the background by now, so reset the unsaved mark explicitly.
  const done = (): void => {
    forget()
    onClose()
  }
  return (
    <ConfigProvider theme={still}>
      <Drawer
        open={isOpen}
        onClose={close}
        // Leave the focus to the first input.
        autoFocus={false}
        size={isWide(view) ? 'min(1280px, 94vw)' : isBroad ? 'min(1080px, 94vw)' : width}
        destroyOnHidden
        title={word(id ? 'form.editTitle' : 'form.addTitle', { what: inSentence(say(view.entity)) })}
      >
        <DrawerForm view={view} id={id} {...rest} onDirty={setDirty} onCancel={close} onDone={done} />
      </Drawer>
    </ConfigProvider>
  )
}

interface InnerProps extends Omit<Props, 'isOpen' | 'onClose' | 'isBroad' | 'width'> {
  readonly onDirty: (isDirty: boolean) => void
  readonly onCancel: () => void
  readonly onDone: () => void
}

function DrawerForm({ view, id, initial, extra, onSaved, onDirty, onCancel, onDone }: InnerProps): ReactNode {
  const detail = useDetail(view.entity, id)
  if (id && !detail.data) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <EntityForm
      key={id ?? 'new'}
      view={view}
      row={detail.data}
      initial={initial}
      extra={extra}
      onDirty={onDirty}
      onReload={() => detail.refetch()}
      onCancel={onCancel}
      onSaved={(saved) => {
        onDirty(false)
        onSaved?.(saved)
        onDone()
      }}
    />
  )
}
