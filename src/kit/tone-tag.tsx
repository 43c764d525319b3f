import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Tone } from '#contract/kit/fields/field.ts'
import './tone-tag.css'

/** A state or a remark as a label in the colour of its tone. */
export function ToneTag({ tone = 'plain', children }: { readonly tone?: Tone | undefined; readonly children: ReactNode }): ReactNode {
  return (
    <Tag className="eam-tone" data-tone={tone}>
      {children}
    </Tag>
  )
}
