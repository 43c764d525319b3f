import { HistoryOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'

/** Opens the person's work in the background. */
export function JobsButton(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  return (
    <Tooltip title={word('jobs.title')}>
      <Button type="text" icon={<HistoryOutlined />} aria-label={word('jobs.title')} onClick={() => void navigate('/jobs')} />
    </Tooltip>
  )
}
