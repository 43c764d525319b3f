import { Button, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { inSentence } from '#contract/kit/words.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { RowPicker } from '#src/kit/list/columns/row-picker.tsx'
import { SearchForm } from '#src/kit/list/search/search-form.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { Facts } from '#src/kit/record/facts.tsx'
import { Named } from '#src/kit/record/named.tsx'
import { useWords } from '#src/words/words.ts'
import { type Asked, closeDialog, editRecord, useDialogs } from './ask.ts'
import { Dialog } from './dialog.tsx'

/** Above forms and their popups (z-index from 1000, plus 100 per level), below notices and confirmations (2000 and above). */
const above = { token: { zIndexPopupBase: 1500 } }

/** Renders the dialogs opened with `pickRows`, `askSearch`, `showRecord` and `editRecord`. */
export function DialogHost(): ReactNode {
  const open = useDialogs((all) => all.open)
  return (
    <ConfigProvider theme={above}>
      {open.map((asked) => (
        <One key={asked.key} asked={asked} />
      ))}
    </ConfigProvider>
  )
}

type Of<K extends Asked['kind']> = Extract<Asked, { kind: K }>

function One({ asked }: { readonly asked: Asked }): ReactNode {
  switch (asked.kind) {
    case 'pick':
      return <Pick asked={asked} />
    case 'search':
      return <Search asked={asked} />
    case 'detail':
      return <Detail asked={asked} />
    case 'edit':
      return <Edit asked={asked} />
  }
}

function Pick({ asked }: { readonly asked: Of<'pick'> }): ReactNode {
  const close = (): void => {
    closeDialog(asked)
    // Does nothing when rows were chosen: the promise is already resolved.
    asked.done([])
  }
  return <RowPicker of={asked.of} isOpen isMany={asked.isMany} onPick={asked.done} onClose={close} />
}

function Search({ asked }: { readonly asked: Of<'search'> }): ReactNode {
  const { word, say } = useWords()
  const close = (filters?: Readonly<Record<string, string>>): void => {
    closeDialog(asked)
    asked.done(filters)
  }
  return (
    <Dialog open title={word('dialog.search', { what: inSentence(say(asked.of)) })} footer={null} onCancel={() => close()}>
      <SearchForm offered={asked.offered} filters={asked.start} onSearch={close} />
    </Dialog>
  )
}

function Detail({ asked }: { readonly asked: Of<'detail'> }): ReactNode {
  const { say, word } = useWords()
  const { view, error, retry } = useView(asked.of)
  const detail = useDetail(asked.of, asked.id)
  const row = detail.data
  return (
    <Dialog
      open
      title={row ? <Named of={asked.of} row={row} /> : say(asked.of)}
      onCancel={() => closeDialog(asked)}
      footer={
        row?.can?.includes('submit') && (
          <Button type="primary" onClick={() => void editRecord(asked.of, asked.id)}>
            {word('record.edit')}
          </Button>
        )
      }
    >
      {view && row ? (
        <Facts view={view} row={row} />
      ) : (
        <Outcome
          isLoading={!error && detail.isPending}
          error={error ?? detail.error}
          onRetry={() => void (error ? retry() : detail.refetch())}
        />
      )}
    </Dialog>
  )
}

function Edit({ asked }: { readonly asked: Of<'edit'> }): ReactNode {
  const { view } = useView(asked.of)
  if (!view) return null
  const close = (): void => {
    closeDialog(asked)
    asked.done()
  }
  return <FormDrawer view={view} isOpen id={asked.id} onClose={close} onSaved={asked.done} />
}
