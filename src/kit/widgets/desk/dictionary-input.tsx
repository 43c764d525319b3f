import { Select } from 'antd'
import type { ReactNode } from 'react'
import { businessDictionary } from '#contract/calls/settings/dictionary.ts'
import type { DictionaryField } from '#contract/kit/fields/field.ts'
import { useCall } from '#src/data/hooks.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly field: DictionaryField
  readonly id?: string
  readonly disabled?: boolean
  readonly value?: string
  readonly onChange?: (value: unknown) => void
  readonly onBlur?: () => void
}

/** Select for dictionary values; loads them itself, for dialogs of calls and steps, where no view contains them. */
export function DictionaryInput({ field, onChange, ...shared }: Props): ReactNode {
  const { say } = useWords()
  const found = useCall(businessDictionary.dictionary, { code: field.code })
  return (
    <Select
      {...shared}
      loading={found.isPending}
      status={found.error ? 'error' : undefined}
      allowClear={!field.required}
      showSearch={byLabel}
      options={(found.data ?? []).map(({ dictKey, dictValue, dictValueEn }) => ({
        value: dictKey ?? '',
        label: say({ zh: dictValue, en: dictValueEn ?? dictValue }),
      }))}
      onChange={(next?: string) => onChange?.(next ?? null)}
      style={{ width: '100%' }}
    />
  )
}
