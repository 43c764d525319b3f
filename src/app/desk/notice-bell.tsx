import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Tooltip } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRight } from '#src/data/session.ts'
import { followUnread, useUnread } from '#src/data/unread.ts'
import { useWords } from '#src/words/words.ts'

/** Opens the notices; a dot shows that some are unread. */
export function NoticeBell(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const mayRead = useRight('notice.list')
  const count = useUnread((state) => state.count)
  useEffect(() => (mayRead ? followUnread() : undefined), [mayRead])
  if (!mayRead) return null
  const label = count > 0 ? word('notice.bellUnread', { count }) : word('notice.bell')
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        onClick={() => void navigate('/notice/task')}
        icon={
          <Badge dot={count > 0}>
            <BellOutlined />
          </Badge>
        }
      />
    </Tooltip>
  )
}
