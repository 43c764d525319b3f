import type { ReactNode } from 'react'
import { savedFilterRoles, savedFilterSubmit } from '#contract/calls/settings/saved-filter.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import type { SavedFilter } from './use-saved-filters.ts'

interface Props {
  /** The entity of the list. */
  readonly of: string
  /** The filter to change; absent for a new one. */
  readonly filter: SavedFilter | undefined
  readonly search: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

const { name, role, isDefault } = savedFilterSubmit.input

/** A dialog for the name of a saved search, the role it is shared with, and whether it is the default. */
export function SaveFilter({ of, filter, search, onClose, onSaved }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const submit = useAction(savedFilterSubmit)
  const mayShare = useRight(savedFilterRoles.may)
  const start = filter && { name: filter.name, roleId: filter.roleId, roleName: filter.roleName, isDefault: filter.isDefault ? 1 : 0 }
  const send = async (typed: Record<string, unknown>): Promise<boolean> => {
    const given = { name: filter?.name, isDefault: 0, roleId: filter?.roleId ?? null, ...typed }
    const work = submit.mutateAsync({ body: { ...given, ...(filter ? { id: filter.id } : {}), entity: of, search } })
    if (!(await notice.tell(work, word('filters.kept')))) return false
    onSaved()
    onClose()
    return true
  }
  return (
    <FieldsDialog
      title={word(filter ? 'filters.edit' : 'filters.keep')}
      fields={mayShare ? { name, role, isDefault } : { name, isDefault }}
      start={start}
      isBusy={submit.isPending}
      onSend={send}
      onClose={onClose}
    />
  )
}
