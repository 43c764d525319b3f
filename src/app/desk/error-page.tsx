import { Button, Result } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'

/** What is shown instead of a page that does not exist, is not allowed, or failed. */
export function ErrorPage({ code }: { readonly code: '403' | '404' | '500' }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const text = word(`error.${code}`)
  useEffect(() => {
    document.title = code
  }, [code])
  return (
    <div className="eam-error">
      <Result
        status={code}
        title={<h1>{code}</h1>}
        subTitle={text}
        extra={
          <Button type="primary" onClick={() => void navigate('/')}>
            {word('error.home')}
          </Button>
        }
      />
    </div>
  )
}
