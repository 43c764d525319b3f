import { AppstoreOutlined } from '@ant-design/icons'
import { Menu, type MenuProps, Skeleton } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { filledLink, inSideBar, isExternal, leaves, type MenuNode, parentsOf, useMenu } from './menu.ts'
import { MenuIcon } from './menu-icon.tsx'
import { useNavigation } from './nav/navigation.ts'
import { oftenUsed } from './nav/often.ts'
import { sideEntries } from './nav/side-entries.ts'
import { pageAt } from './pages.tsx'
import { useShowPage } from './tabs/use-show-page.ts'
import { useTopMenu } from './top-menu.tsx'

const itemOf = (node: MenuNode): NonNullable<MenuProps['items']>[number] => ({
  key: node.children?.length ? node.code : node.path,
  icon: <MenuIcon name={node.icon} />,
  label: node.name,
  title: node.name,
  children: node.children?.length ? node.children.map(itemOf) : undefined,
})

/** Opens the pages that are not in sight. */
const moreKey = 'more'

/** Begins the key of a page that is shown a second time because the person opens it often. */
const oftenKey = 'often '
const mostOften = 4

interface Props {
  readonly isFolded: boolean
  readonly onChosen: () => void
}

/** The sidebar: the logo with the tenant's name, and the menu of this person. */
export function SideMenu({ isFolded, onChosen }: Props): ReactNode {
  const { word, say } = useWords()
  const top = useTopMenu()
  const menu = useMenu(top)
  const show = useShowPage()
  const { pathname } = useLocation()
  const tenant = useSession((state) => state.person)
  const [opened, setOpened] = useState<string[]>()
  const nodes = inSideBar(menu.data ?? [])
  // A chosen top menu is shorter already, and shows all of its pages.
  const [navigation] = useNavigation()
  const entries = top === undefined && navigation === 'tasks' ? sideEntries(nodes, tenant?.role_name ?? '') : undefined
  const hidden = leaves(entries?.more ?? [])
  // As the menu was opened: entries must not move while a person reaches for them.
  const [often] = useState(() => (tenant ? oftenUsed(tenant) : []))
  const oftenPages = often.flatMap((path) => hidden.find((page) => page.path === path) ?? []).slice(0, mostOften)
  const group = pageAt(pathname)?.page.group ?? pathname
  const isOften = oftenPages.some(({ path }) => path === group)
  const items: MenuProps['items'] = entries
    ? [
        ...entries.first.map(itemOf),
        ...(oftenPages.length > 0
          ? [
              {
                key: 'often',
                type: 'group' as const,
                label: word('shell.often'),
                children: oftenPages.map((page) => ({ ...itemOf(page), key: oftenKey + page.path })),
              },
            ]
          : []),
        ...entries.groups.map(({ task, pages }) => ({
          key: `task ${task.code}`,
          type: 'group' as const,
          label: say(task),
          children: pages.map(itemOf),
        })),
        ...(entries.more.length > 0
          ? [{ key: moreKey, icon: <AppstoreOutlined />, label: word('shell.morePages'), children: entries.more.map(itemOf) }]
          : []),
      ]
    : nodes.map(itemOf)
  const usualKeys = entries
    ? hidden.some(({ path }) => path === group) && !isOften
      ? [moreKey, ...parentsOf(entries.more, group)]
      : []
    : [...new Set(['asset', ...parentsOf(nodes, group)])]
  const side = useRef<HTMLElement>(null)
  useEffect(() => {
    if (nodes.length > 0 && group) side.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'center' })
  }, [nodes.length, group])
  const choose = (path: string): void => {
    if (isExternal(path)) window.open(filledLink(path, tenant?.tenantId ?? '', location.href), '_blank', 'noopener')
    else show(path)
    onChosen()
  }
  return (
    <nav ref={side} className="eam-side" aria-label={word('shell.menu')}>
      <div className="eam-logo" title={tenant?.tenantName}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {!isFolded && <span>{tenant?.tenantName ?? word('app.name')}</span>}
      </div>
      {menu.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} className="eam-skeleton" />
      ) : nodes.length === 0 ? (
        <p className="eam-tip">{menu.error?.message ?? word('shell.noMenu')}</p>
      ) : (
        <Menu
          mode="inline"
          inlineCollapsed={isFolded}
          items={items}
          selectedKeys={[isOften ? oftenKey + group : group]}
          openKeys={isFolded ? undefined : (opened ?? usualKeys)}
          onOpenChange={(keys) => !isFolded && setOpened(keys)}
          onClick={({ key }) => choose(key.replace(oftenKey, ''))}
        />
      )}
    </nav>
  )
}
