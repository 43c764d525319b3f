import { Empty, Select } from 'antd'
import type { ReactNode } from 'react'
import type { LinkField } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { useList } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly field: LinkField
  readonly value: string | undefined
  readonly onChange: (id: string) => void
}

/** The choice of a row that a measure has to be about, the newest fifty first. */
export function NeededFilter({ field, value, onChange }: Props): ReactNode {
  const { say } = useWords()
  const of = entityNamed(field.to)
  const page = useList(of, { current: 1, size: 50 })
  return (
    <Select
      aria-label={say(field)}
      placeholder={say(field)}
      value={value}
      onChange={onChange}
      loading={page.isFetching}
      notFoundContent={page.error ? page.error.message : <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
      options={(page.data?.records ?? []).map((row) => ({ value: row.id, label: String(row[of.title] ?? '') }))}
      style={{ width: 240 }}
    />
  )
}
