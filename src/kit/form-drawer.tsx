import { App, ConfigProvider, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import type { View } from '#contract/kit/view.ts'
import { type Saved, useDetail } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { EntityForm, type FormExtra } from './entity-form.tsx'
import { Outcome } from './outcome.tsx'
import { instantly, useUnsaved } from './unsaved.ts'

interface Props {
  readonly view: View
  readonly isOpen: boolean
  /** Id of the row to change; none makes a new one. */
  readonly id?: string
  readonly initial?: Readonly<Record<string, unknown>>
  readonly extra?: FormExtra
  readonly onClose: () => void
  readonly onSaved?: (saved: Saved) => void
}

// A moving drawer makes its content anew when its tab comes back from the background, and what was typed would be gone.
const still = { token: { motion: false } }

/** The form of an entity in a drawer; asks before typed content is thrown away. */
export function FormDrawer({ isOpen, onClose, view, id, ...rest }: Props): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const [isDirty, setDirty] = useState(false)
  useUnsaved(isDirty)
  const close = (): void => {
    const leave = (): void => {
      setDirty(false)
      onClose()
    }
    if (!isDirty) leave()
    else
      modal.confirm({ ...instantly, title: word('form.leave'), okText: word('form.discard'), cancelText: word('form.stay'), onOk: leave })
  }
  return (
    <ConfigProvider theme={still}>
      <Drawer
        open={isOpen}
        onClose={close}
        size={720}
        destroyOnHidden
        title={word(id ? 'form.editTitle' : 'form.addTitle', { what: say(view.entity) })}
      >
        <DrawerForm view={view} id={id} {...rest} onDirty={setDirty} onCancel={close} onDone={onClose} />
      </Drawer>
    </ConfigProvider>
  )
}

interface InnerProps extends Omit<Props, 'isOpen' | 'onClose'> {
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
