import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Popover } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRight } from '#src/data/session.ts'
import { followUnread, useUnread } from '#src/data/unread.ts'
import { useWords } from '#src/words/words.ts'

const Preview = lazy(async () => ({ default: (await import('#src/features/notice/notice-preview.tsx')).NoticePreview }))

/** Opens the notices; a dot shows that some are unread, and the pointer over it shows the newest ones. */
export function NoticeBell(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const mayRead = useRight('notice.list')
  const count = useUnread((state) => state.count)
  const [isOpen, setOpen] = useState(false)
  // After a click the pointer is still over the bell, and the page says more than the preview.
  const isClicked = useRef(false)
  useEffect(() => (mayRead ? followUnread() : undefined), [mayRead])
  if (!mayRead) return null
  const label = count > 0 ? word('notice.bellUnread', { count }) : word('notice.bell')
  const close = (): void => {
    isClicked.current = true
    setOpen(false)
  }
  return (
    <Popover
      title={label}
      placement="bottomRight"
      mouseEnterDelay={0.3}
      destroyOnHidden
      open={isOpen}
      onOpenChange={(next) => setOpen(next && !isClicked.current)}
      content={
        <Suspense>
          <Preview onOpen={close} />
        </Suspense>
      }
    >
      <Button
        type="text"
        aria-label={label}
        onMouseEnter={() => {
          isClicked.current = false
        }}
        onClick={() => {
          close()
          void navigate('/notice/task')
        }}
        icon={
          <Badge dot={count > 0}>
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  )
}
