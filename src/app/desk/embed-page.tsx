import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { filledLink, isExternal, leaves, useMenu } from './menu.ts'

/**
 * A page of another program within ours. What is shown is what the menu says for this path, which the platform keeps; the address bar cannot put another
 * page here.
 */
export function EmbedPage(): ReactNode {
  const { word } = useWords()
  const { pathname } = useLocation()
  const tenantId = useSession((state) => state.person?.tenantId ?? '')
  const menu = useMenu()
  if (!menu.data) return <Outcome isLoading={menu.isPending} error={menu.error} onRetry={() => void menu.refetch()} />
  const item = leaves(menu.data).find(({ path }) => path.split('?')[0] === pathname)
  const source = new URLSearchParams(item?.path.split('?')[1]).get('src') ?? ''
  if (!item || !isExternal(source)) return <Result status="404" title={word('embed.unknown')} />
  return (
    <iframe
      className="eam-embed"
      title={item.name}
      src={filledLink(source, tenantId, location.href)}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
      referrerPolicy="no-referrer"
    />
  )
}
