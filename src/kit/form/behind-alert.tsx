import { Alert, Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'

/** Warns that the edited row has changed meanwhile. `onChoose`: whether to keep the person's input. */
export function BehindAlert({ onChoose }: { readonly onChoose: (keepsMine: boolean) => void }): ReactNode {
  const { word } = useWords()
  return (
    <Alert
      type="info"
      showIcon
      title={word('form.behind')}
      action={
        <Space>
          <Button onClick={() => onChoose(false)}>{word('form.takeNew')}</Button>
          <Button type="primary" onClick={() => onChoose(true)}>
            {word('form.keepMine')}
          </Button>
        </Space>
      }
    />
  )
}
