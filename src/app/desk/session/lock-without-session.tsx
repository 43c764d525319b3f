import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'

/** The lock page of a visitor: nothing is locked, and the log-in is one step away. */
export function LockWithoutSession(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  return (
    <main className="eam-bare">
      <Result
        status="info"
        title={<h1>{word('lock.none')}</h1>}
        extra={
          <Button type="primary" onClick={() => void navigate('/login')}>
            {word('lock.toLogin')}
          </Button>
        }
      />
    </main>
  )
}
