import { Button, Input, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { labelPrintStart } from '#contract/calls/label/label.ts'
import { useWords } from '#src/words/words.ts'

/** Why a label is printed again: one of the usual reasons, or one's own. */
export function ReasonInput({ onChange }: { readonly onChange: (reason: string) => void }): ReactNode {
  const { word } = useWords()
  const [value, setValue] = useState('')
  const change = (next: string): void => {
    setValue(next)
    onChange(next.trim())
  }
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Space wrap>
        {word('label.reasons')
          .split('|')
          .map((usual) => (
            <Button key={usual} size="small" type={usual === value ? 'primary' : 'default'} onClick={() => change(usual)}>
              {usual}
            </Button>
          ))}
      </Space>
      <Input
        autoFocus
        value={value}
        maxLength={labelPrintStart.input.reason.max}
        aria-label={word('label.reason')}
        onChange={(event) => change(event.target.value)}
      />
    </Space>
  )
}
